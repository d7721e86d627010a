/** Whether an update or insert has changed a row. */
export async function changed(
  statement: Promise<
    { readonly numUpdatedRows: bigint } | { readonly numInsertedOrUpdatedRows?: bigint | undefined }
  >,
): Promise<boolean> {
  const result = await statement;
  const rows = 'numUpdatedRows' in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows;
  return (rows ?? 0n) > 0n;
}
