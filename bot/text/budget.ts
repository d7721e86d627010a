/**
 * Limits the work of one command, in units of about a microsecond. Slow code spends before it works, so that the time
 * is bounded for any input.
 */
export class Budget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  get left(): number {
    return this.#left;
  }

  /** @throws BudgetExceeded */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new BudgetExceeded();
  }
}

export class BudgetExceeded extends Error {
  constructor() {
    super('The command asks for more work than one command may cause.');
    this.name = 'BudgetExceeded';
  }
}
