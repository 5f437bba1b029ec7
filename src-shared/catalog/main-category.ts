/**
 * The main category of an item: the one of the Global Product Classification, otherwise one with a number,
 * otherwise the last. In lists that go from general to specific, the last one is the most specific.
 */
export const mainCategory = <C extends { id: string; scheme: string }>(all: readonly C[]): C | undefined =>
  all.findLast(({ scheme }) => scheme.toUpperCase() === 'GPC') ??
  all.findLast(({ id }) => /^\d+$/.test(id)) ??
  all.at(-1)
