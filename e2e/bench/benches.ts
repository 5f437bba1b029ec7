import type { Figure } from './figure.ts'

interface Bench {
  about: string
  /**
   * Item counts to measure with, smallest first; empty where the size does not matter. A bench with more than
   * one size also runs with a million items on request.
   */
  sizes: readonly number[]
  run(items: number): Promise<Figure[]>
}

const usual = [10_000, 100_000]

/** All benches, in the order of the table. */
export const benches = {
  scan: {
    about: 'reading a page of items',
    sizes: [],
    run: async () => (await import('./benches/scan.ts')).scanBench(),
  },
  ingest: {
    about: 'taking items in',
    sizes: usual,
    run: async (items) => (await import('./benches/ingest.ts')).ingestBench(items),
  },
  disk: {
    about: 'bytes of an item on the disk',
    sizes: usual,
    run: async (items) => (await import('./benches/ingest.ts')).diskBench(items),
  },
  sync: {
    about: 'a whole sync, its memory, a search meanwhile',
    sizes: usual,
    run: async (items) => (await import('./benches/sync.ts')).syncBench(items),
  },
  answers: {
    about: 'answers of 100 items over HTTP',
    sizes: usual,
    run: async (items) => (await import('./benches/answers.ts')).answersBench(items),
  },
  items: {
    about: 'single items over HTTP',
    sizes: usual,
    run: async (items) => (await import('./benches/answers.ts')).itemsBench(items),
  },
  'large-answer': {
    about: 'one answer of everything, and slow clients',
    sizes: usual,
    run: async (items) => (await import('./benches/load.ts')).largeAnswerBench(items),
  },
  mix: {
    about: 'everything the local API does at once',
    sizes: [20_000],
    run: async (items) => (await import('./benches/load.ts')).mixBench(items),
  },
  'deep-pages': {
    about: 'pages far down',
    sizes: usual,
    run: async (items) => (await import('./benches/search.ts')).deepPagesBench(items),
  },
  search: {
    about: 'words and a beginning',
    sizes: usual,
    run: async (items) => (await import('./benches/search.ts')).searchBench(items),
  },
  browse: {
    about: 'the catalog on the screen: typing, filters, order, scrolling',
    sizes: usual,
    run: async (items) => (await import('./benches/scrolling/browse.ts')).browseBench(items),
  },
  pictures: {
    about: 'squares of pictures',
    sizes: [],
    run: async () => (await import('./benches/pictures.ts')).picturesBench(),
  },
  tga: {
    about: 'pictures for planograms within a size',
    sizes: [],
    run: async () => (await import('./benches/pictures.ts')).tgaBench(),
  },
  downloads: {
    about: 'bringing pictures down',
    sizes: [],
    run: async () => (await import('./benches/downloads.ts')).downloadsBench(),
  },
  'feed-check': {
    about: 'judging a feed',
    sizes: [10_000],
    run: async (items) => (await import('./benches/feeds.ts')).feedCheckBench(items),
  },
  'feed-write': {
    about: 'writing a feed',
    sizes: [10_000],
    run: async (items) => (await import('./benches/feeds.ts')).feedWriteBench(items),
  },
  start: {
    about: 'from the command to the first rows',
    sizes: usual,
    run: async (items) => (await import('./benches/start.ts')).startBench(items),
  },
  memory: {
    about: 'what the program holds in the background',
    sizes: usual,
    run: async (items) => (await import('./benches/start.ts')).memoryBench(items),
  },
  import: {
    about: 'a file of products into a catalog',
    sizes: [],
    run: async () => (await import('./benches/import.ts')).importBench(),
  },
  drafts: {
    about: 'writing feeds on the screen',
    sizes: [10_000],
    run: async (items) => (await import('./benches/scrolling/drafts.ts')).draftsBench(items),
  },
  exports: {
    about: 'every kind of export file',
    sizes: [10_000],
    run: async (items) => (await import('./benches/exports.ts')).exportsBench(items),
  },
  quality: {
    about: 'reading the whole catalog in the background: Quality, duplicates',
    sizes: usual,
    run: async (items) => (await import('./benches/quality.ts')).qualityBench(items),
  },
  evidence: {
    about: 'reading codes and labels in pictures',
    sizes: [10_000],
    run: async (items) => (await import('./benches/evidence.ts')).evidenceBench(items),
  },
  history: {
    about: 'items that come again, changed',
    sizes: [10_000],
    run: async (items) => (await import('./benches/history.ts')).historyBench(items),
  },
} satisfies Record<string, Bench>
