/** The local API under load: answers of 100 items and single items, the server on one core and its clients on another. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { XMLParser } from 'fast-xml-parser'
import { frequentPairs, generatePages } from '../data/generated-items.ts'
import { openPreparedDesk, type PreparedDesk } from '../data/prepared-desk.ts'
import { randomNumbers, zipf } from '../data/random.ts'
import { atLeast, type Figure, figureOf } from '../figure.ts'
import { inTurn } from '../in-turn.ts'
import { startNginx } from '../peers/nginx.ts'
import { installNodePackage } from '../peers/node-packages.ts'
import { findLoader, type Loader, type LoadTarget } from '../peers/wrk.ts'
import { cores, pin, processorSeconds } from '../processes.ts'

const pageItems = 100
const rounds = 5
const seconds = 2
/** More than any server answers in a round. */
const perRound = 12_000
const missing = 'wrk or nginx is not here'

/**
 * Returns generators of distinct addresses of pages that the server has not served yet: the dates lie before
 * and after all items.
 */
function unseen(query: string, idx: () => number): (count: number) => string[] {
  let number = 0
  const day = (from: number, days: number) =>
    new Date(Date.UTC(from, 0, 1 + days)).toISOString().slice(0, 10).replaceAll('-', '')
  return (count) =>
    Array.from({ length: count }, () => {
      const [since, until] = [day(1950, number % 20_000), day(2050, Math.floor(number / 20_000))]
      number++
      return `/v2.1/item?${query}since=${since}&until=${until}&idx=${idx()}&limit=${pageItems}`
    })
}

async function apiOf({
  desk,
  pid,
}: PreparedDesk): Promise<LoadTarget & { get(path: string): Promise<Uint8Array> }> {
  pin(pid, cores.server)
  const { api: address, username, password } = desk
  const headers = { username, password }
  return {
    ...{ address, headers },
    async get(path) {
      const answer = await fetch(address + path, { headers })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
  }
}

interface Kind {
  figure: string
  goal: number
  /** Paths requested in a round of ours. */
  ours(round: number): string[]
  /** Whether no path may be requested twice. */
  isNew?: boolean
  /** The file that the peer serves for each path. */
  theirs: string[]
}

async function compareWithNginx(
  kinds: readonly Kind[],
  target: LoadTarget,
  load: Loader,
  nginx: LoadTarget,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { figure, goal, ours, isNew = false, theirs } of kinds) {
    const turns = await inTurn(
      rounds,
      async (round) => {
        const paths = ours(round)
        const { answers } = await load(target, paths, seconds)
        if (isNew && answers * seconds > paths.length)
          throw new Error(
            `${figure}: ${paths.length} addresses were too few for ${Math.round(answers)} a second`,
          )
        return answers
      },
      async () => (await load(nginx, theirs)).answers,
    )
    figures.push(
      figureOf({
        figure,
        unit: 'answers/s',
        peer: 'nginx, the same bytes as files',
        ...turns,
        goal: atLeast('ratio', goal),
      }),
    )
  }
  return figures
}

/** @param items number of items in the catalog */
export async function answersBench(items: number): Promise<Figure[]> {
  const load = findLoader()
  if (!load) return [missingPeer('answers of 100')]
  const prepared = await openPreparedDesk(items)
  try {
    const api = await apiOf(prepared)
    const pages = Math.min(Math.floor(items / pageItems), 1000)
    const page = (number: number) => `/v2.1/item?since=20000101&idx=${number * pageItems}&limit=${pageItems}`
    const files: Uint8Array[] = []
    for (let number = 0; number < Math.min(pages, 100); number++) files.push(await api.get(page(number)))
    const nginx = await startNginx(files)
    if (!nginx) return [missingPeer('answers of 100')]
    const drawn = zipf(perRound, pages, 1)
    const fileOf = (number: number) => nginx.paths[number % nginx.paths.length] ?? '/'
    const next = randomNumbers(2)
    const shallow = () => Math.floor(next() * 10) * pageItems
    const days = unseen('', shallow)
    const pairs = await frequentPairs()
    const words = pairs.map((pair) => unseen(`q=${encodeURIComponent(pair)}&`, () => 0))
    const inTurns = (count: number) =>
      Array.from({ length: count }, (_, at) => words[at % words.length]?.(1)[0] ?? '')
    const all = drawn.map(fileOf)
    try {
      const figures = await compareWithNginx(
        [
          { figure: 'answers of 100, pages by Zipf', goal: 0.5, ours: () => drawn.map(page), theirs: all },
          { figure: 'answers of 100, one page again', goal: 1, ours: () => [page(0)], theirs: [fileOf(0)] },
          {
            figure: 'answers of 100, never seen (words)',
            goal: 0.25,
            isNew: true,
            ours: () => inTurns(perRound),
            theirs: all,
          },
          {
            figure: 'answers of 100, never seen (days)',
            goal: 0.25,
            isNew: true,
            ours: () => days(perRound),
            theirs: all,
          },
        ],
        api,
        load,
        nginx,
      )
      return [...figures, await compareWithRendering(prepared, load, api, days)]
    } finally {
      await nginx.close()
    }
  } finally {
    await prepared.close()
  }
}

/** @param items number of items in the catalog */
export async function itemsBench(items: number): Promise<Figure[]> {
  return [...(await singleItems(items, 0)), ...(await singleItems(items, 1))]
}

/** @param workers number of processes that answer; none: the program itself. All share one core. */
async function singleItems(items: number, workers: number): Promise<Figure[]> {
  const load = findLoader()
  if (!load) return [missingPeer('one item')]
  const prepared = await openPreparedDesk(items, { workers })
  try {
    const api = await apiOf(prepared)
    const path = (number: number) => `/v2.1/item/${1_000_000 + (number % items)}`
    const nginx = await startNginx([await api.get(path(1))])
    if (!nginx) return [missingPeer('one item')]
    let number = 0
    // Each item is requested once; small catalogs have too few items for that.
    const perItemRound = Math.floor(items / (rounds + 1))
    const next = () => Array.from({ length: perItemRound }, () => path(number++))
    const by = workers > 0 ? ', by a worker' : ''
    const unseenItems: Kind = {
      figure: `one item by its identifier, never seen${by}`,
      goal: 0.2,
      isNew: true,
      ours: next,
      theirs: nginx.paths,
    }
    try {
      return await compareWithNginx(
        [
          ...(perItemRound < perRound ? [] : [unseenItems]),
          {
            figure: `one item by its identifier, again${by}`,
            goal: 0.5,
            ours: () => [path(1)],
            theirs: nginx.paths,
          },
        ],
        api,
        load,
        nginx,
      )
    } finally {
      await nginx.close()
    }
  } finally {
    await prepared.close()
  }
}

const missingPeer = (figure: string): Figure =>
  figureOf({ figure, ours: Number.NaN, unit: 'answers/s', peer: 'nginx', note: missing })

/** Answers per second of processor time, compared with a service that renders them from rows. */
async function compareWithRendering(
  { directory, pid }: PreparedDesk,
  load: Loader,
  api: LoadTarget,
  unseenPages: (count: number) => string[],
): Promise<Figure> {
  const named = {
    figure: 'answers of 100, for a second of processor time',
    unit: 'answers/s',
    peer: 'fastify and xmlbuilder2, from rows',
    goal: atLeast('ratio', 80),
  } as const
  const fastify = installNodePackage('fastify', '5')
  const rendering = fastify && (await startRendering(directory, fileURLToPath(fastify)))
  const perSecond = async (process: number, target: LoadTarget, paths: string[]) => {
    const before = processorSeconds(process) ?? 0
    const { answers } = await load(target, paths, 3)
    return (answers * 3) / ((processorSeconds(process) ?? Number.NaN) - before)
  }
  const rendered = Array.from({ length: 9 }, (_, at) => `/item?idx=${at * 100}`)
  try {
    const turns = await inTurn(
      3,
      () => perSecond(pid, api, unseenPages(perRound)),
      rendering && (() => perSecond(rendering.child.pid ?? 0, rendering, rendered)),
    )
    return figureOf({ ...named, ...turns, ...(rendering ? {} : { note: 'fastify is not here' }) })
  } finally {
    rendering?.child.kill()
  }
}

async function startRendering(
  directory: string,
  fastify: string,
): Promise<LoadTarget & { child: ChildProcess }> {
  const database = join(directory, 'rows.sqlite')
  const rows = new BetterSqlite3(database)
  rows.exec('CREATE TABLE item (key INTEGER PRIMARY KEY, value TEXT NOT NULL)')
  const insert = rows.prepare('INSERT INTO item (value) VALUES (?)')
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false })
  const { value: page } = await generatePages(1000, 1000).next()
  const parsed = parser.parse(page ?? Buffer.alloc(0)) as { items: { item: object[] } }
  rows.transaction(() =>
    parsed.items.item.map((one) => insert.run(JSON.stringify(one).replaceAll('"#text"', '"#"'))),
  )()
  rows.close()
  const program = fileURLToPath(new URL('../peers/rendering-server.ts', import.meta.url))
  const options = [process.execPath, program, database, String(pageItems), fastify]
  const child = spawn('taskset', ['-c', cores.server, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { address, child }
}
