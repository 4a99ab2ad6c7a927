import { cell, type Cell } from './cell.ts';
import { creationFaults, recordFaults, wireFaults } from './faults.ts';
import type { Journey } from './journeys.ts';
import type { Resolver } from './quick-page.ts';

/** A browser sends a request again by itself when a connection drops: two drops are one to the page. */
const times = (fault: { kind: string }): number => (fault.kind.startsWith('drop') ? 2 : 1);

const wire = Object.entries(wireFaults);
const hasCard = ({ name }: Journey): boolean => name === 'card' || name === 'challenge';

const atContracts = wire.map(([name, fault]) =>
  cell('contracts', name, async (stand, journey) => {
    const { harness } = stand;
    await harness.sandbox.fault({ method: 'GET', path: '/merchants/info', times: times(fault), fault });
    const { shop, payer } = await stand.open(journey);
    return stand.end(payer, shop);
  }),
);

const atToken = wire.map(([name, fault]) =>
  cell('card token', name, async (stand, journey) => {
    if (!hasCard(journey)) return '– no card';
    const { shop, payer } = await stand.open(journey);
    await shop.fault({ method: 'POST', path: '/v1/tokens/cards', times: times(fault), fault });
    await payer.pay();
    return stand.end(payer, shop);
  }),
);

const atCreation = [...wire, ...Object.entries(creationFaults)].map(([name, fault]) =>
  cell('creation', name, async (stand, journey) => {
    if (name === 'used card token' && !hasCard(journey)) return '– no card token';
    // A token that is refused takes the card with it: there is nothing left to send.
    const { shop, payer } = await stand.open(journey, {}, { mayTypeAgain: name === 'used card token' });
    await shop.fault({ method: 'POST', path: '/transactions', times: times(fault), fault });
    await payer.pay();
    return stand.end(payer, shop);
  }),
);

const resolvers: [Resolver, string][] = [
  ['none', 'drop after, no resolver'],
  ['lying', 'drop after, resolver lies'],
  ['failing', 'drop after, resolver fails'],
];
const atResolver = resolvers.map(([resolver, name]) =>
  cell('creation', name, async (stand, journey) => {
    const { shop, payer } = await stand.open(journey, { resolver });
    await shop.fault({ method: 'POST', path: '/transactions', times: 2, fault: { kind: 'drop-after' } });
    await payer.pay();
    return stand.end(payer, shop, /^unknown$/);
  }),
);

const atPolling = wire.map(([name, fault]) =>
  cell('polling', name, async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payer.pay();
    const { id } = await payer.transaction();
    await shop.fault({ method: 'GET', path: `/v1/transactions/${id}`, times: 2, fault });
    return stand.end(payer, shop);
  }),
);

const atRecord = Object.entries(recordFaults).map(([name, change]) =>
  cell('polling', name, async (stand, journey) => {
    const { shop, payer } = await stand.open(journey);
    await payer.pay();
    const record = await payer.transaction();
    const body = { data: change(record) };
    const path = `/v1/transactions/${record.id}`;
    await shop.fault({ method: 'GET', path, times: 2, fault: { kind: 'status', status: 200, body } });
    return stand.end(payer, shop);
  }),
);

const atCode = wire.map(([name, fault]) =>
  cell('code', name, async (stand, journey) => {
    if (journey.name !== 'code') return '– no code';
    const { shop, payer } = await stand.open(journey);
    await payer.pay();
    const { id } = await payer.transaction();
    await shop.fault({ method: 'POST', path: `/wallet-b/${id}/validate`, times: times(fault), fault });
    return stand.end(payer, shop);
  }),
);

/** What the service, or the shop's backend, does wrong, step by step. */
export const serviceCells: readonly Cell[] = [...atCreation, ...atResolver, ...atRecord, ...atCode];

/** What happens to requests by which nothing is paid, and which are the same on each way to pay. */
export const requestCells: readonly Cell[] = [...atContracts, ...atToken, ...atPolling];
