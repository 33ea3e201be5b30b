import { describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { useTestApp } from '../kit/use-app.js';
import { seed } from '../kit/seed.js';

describe('page credits', () => {
  const loupe = useTestApp();

  const remaining = async (id: string) => {
    const { totalCredit, totalDebit } = await loupe.app.services.organizations.get(operator, id);
    return totalCredit - totalDebit;
  };

  it('are neither made nor lost by many transfers at once, and nobody spends what is not there', async () => {
    const above = await seed(loupe).organization({ accountType: 'Prepaid', credit: 100 });
    const viewer = await (await above.user()).viewer();
    const children = await Promise.all([above.organization(), above.organization(), above.organization()]);
    const attempts = Array.from({ length: 36 }, async (_, round) => {
      const child = children[round % children.length] ?? above;
      const direction = round % 4 === 3 ? ('Take' as const) : ('Give' as const);
      return loupe.app.services.credits
        .transfer(viewer, { organizationId: child.id, amount: 7, direction })
        .then(
          () => (direction === 'Give' ? 7 : -7),
          (error: unknown) => {
            expect(error).toMatchObject({ code: 'INSUFFICIENT_CREDIT' });
            return 0;
          },
        );
    });
    const given = (await Promise.all(attempts)).reduce((sum, amount) => sum + amount, 0);
    const balances = await Promise.all(children.map(({ id }) => remaining(id)));
    expect(balances.every((balance) => balance >= 0)).toBe(true);
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(given);
    expect(await remaining(above.id)).toBe(100 - given);
    expect(given).toBeGreaterThan(0);
  });

  it('are refused with nothing changed when there are too few', async () => {
    const above = await seed(loupe).organization({ accountType: 'Prepaid', credit: 3 });
    const below = await above.organization();
    const viewer = await (await above.user()).viewer();
    const transfer = loupe.app.services.credits.transfer(viewer, {
      organizationId: below.id,
      amount: 4,
      direction: 'Give',
    });
    await expect(transfer).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDIT' });
    expect([await remaining(above.id), await remaining(below.id)]).toEqual([3, 0]);
  });

  it('move only where they are, whatever the contract counts', async () => {
    const above = await seed(loupe).organization({ accountType: 'Unlimited', credit: 5 });
    const below = await above.organization();
    const viewer = await (await above.user()).viewer();
    const transfer = (amount: number, direction: 'Give' | 'Take') =>
      loupe.app.services.credits.transfer(viewer, { organizationId: below.id, amount, direction });
    await transfer(4, 'Give');
    for (const direction of ['Give', 'Take'] as const) {
      await expect(transfer(5, direction)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDIT' });
    }
    expect([await remaining(above.id), await remaining(below.id)]).toEqual([1, 4]);
  });

  it('move only by administrators, only downwards, and not to oneself', async () => {
    const above = await seed(loupe).organization({ accountType: 'Prepaid', credit: 9 });
    const below = await above.organization();
    const editor = await (await above.user({ roles: ['Editor'] })).viewer();
    const child = await (await below.user()).viewer();
    const head = await (await above.user()).viewer();
    const { credits } = loupe.app.services;
    const give = (organizationId: string) => ({ organizationId, amount: 1, direction: 'Give' as const });
    await expect(credits.transfer(editor, give(below.id))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(credits.transfer(child, { ...give(above.id), direction: 'Take' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(credits.transfer(head, give(above.id))).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(credits.transfer(head, { ...give(below.id), amount: 0.5 })).rejects.toMatchObject({
      fields: { amount: [expect.stringContaining('whole number')] as unknown },
    });
  });

  it('pay for activations by the contract, and the account shows what is left', async () => {
    const { creditLedger, accounts, database } = loupe.app.services;
    const take = (organizationId: string, pages: number) =>
      database.transaction(({ em }) => creditLedger.takeForActivation(em, organizationId, pages));
    const prepaid = await seed(loupe).organization({ accountType: 'Prepaid', credit: 5 });
    await take(prepaid.id, 4);
    await expect(take(prepaid.id, 2)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDIT' });
    expect(await accounts.get(operator, prepaid.id)).toMatchObject({
      remainingCredit: 1,
      activationCumul: 4,
    });
    const unlimited = await seed(loupe).organization({ accountType: 'Unlimited' });
    await take(unlimited.id, 500);
    expect(await accounts.get(operator, unlimited.id)).toMatchObject({
      remainingCredit: null,
      activationCumul: 500,
    });
  });

  it('cannot be spent after the contract ended', async () => {
    const { creditLedger, organizations, database } = loupe.app.services;
    const org = await seed(loupe).organization({ accountType: 'Subscription' });
    await organizations.setContract(operator, org.id, { validityDate: new Date('2020-01-31T00:00:00Z') });
    const take = database.transaction(({ em }) => creditLedger.takeForActivation(em, org.id, 1));
    await expect(take).rejects.toThrow('2020-01-31');
  });
});
