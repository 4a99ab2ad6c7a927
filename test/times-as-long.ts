/**
 * How many times as long one thing takes as another, each at its quickest. They take turns, for as long as the answer is
 * more than `enough`, at most twenty times: a machine that is busy elsewhere slows both down, and no machine makes quick
 * what is slow.
 */
export async function timesAsLong(one: () => unknown, other: () => unknown, enough: number): Promise<number> {
  await other();
  let [least, floor] = [Infinity, Infinity];
  for (let tries = 0; tries < 20 && !(least < enough * floor); tries += 1) {
    floor = Math.min(floor, await timeOf(other));
    least = Math.min(least, await timeOf(one));
  }
  return least / floor;
}

/** How long it takes now, in ms. Some clocks tell whole milliseconds alone. */
export async function timeOf(run: () => unknown): Promise<number> {
  const began = now();
  await run();
  return Math.max(1, now() - began);
}

/** In ms. Node tells the processor time, which other programs do not add to. */
const now = (): number => {
  if (!('process' in globalThis)) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
