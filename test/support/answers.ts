/** One valid answer of each operation, with every field the interface describes. */
export const ANSWERS = {
  permission: {
    email: 'kari@example.no',
    accessToWholesaler: '0007',
    roleId: '012',
    mainRoleId: '003',
    active: true,
    lastChangedOn: '2026-11-20',
    lastChangedAt: '12:31:07',
    result: 'Updated',
  },
  dailySales: [
    {
      salesDate: '2026-11-19',
      storeSales: [
        {
          storeId: '0143',
          sales: [
            {
              productId: '0001101',
              salesVolume: 12.345,
              salesQuantity: 6,
              lastChanged: { date: '2026-11-19', time: '21:14:05' },
            },
            {
              productId: '1102',
              salesVolume: -0.75,
              salesQuantity: -1,
              lastChanged: { date: '2026-11-20', time: '06:02:00' },
            },
          ],
        },
      ],
    },
  ],
  stores: [
    {
      storeId: '0143',
      storeName: 'Tromsø, Langnes',
      status: 'Open',
      address: {
        street: 'Stakkevollvegen 1',
        postalCode: '0901',
        city: 'Tromsø',
        gpsCoord: '(69.68, 18.92)',
        globalLocationNumber: '7080001234567',
        organisationNumber: '912345678',
      },
      telephone: '+4777000000',
      email: 'langnes@example.no',
      category: '3',
      openingHours: {
        regularHours: [{ dayOfTheWeek: 'Monday', openingTime: '10:00', closingTime: '18:00', closed: false }],
        exceptionHours: [
          { date: '2026-12-24', openingTime: '10:00', closingTime: '13:00', message: 'Julaften' },
        ],
      },
      lastChanged: { date: '2026-11-01', time: '09:00:00' },
    },
  ],
  accumulatedStock: [
    {
      productId: '0001101',
      stock: 1204,
      numberOfStoresWithStock: 31,
      updatedDate: '2026-11-20',
      updatedTime: '08:24:11',
    },
  ],
};

/** The second of the two sales above alone, as a page that begins with it gives it. */
export function secondSale(days: typeof ANSWERS.dailySales): typeof ANSWERS.dailySales {
  return days.map((day) => ({
    ...day,
    storeSales: day.storeSales.map((store) => ({ ...store, sales: store.sales.slice(1) })),
  }));
}
