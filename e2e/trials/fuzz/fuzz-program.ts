/**
 * Generates and checks documents until its parent kills the process. The parent detects a hung reader when
 * the current document stops changing.
 */
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Random } from '../random.ts'
import { checkDocument } from './checks/check-document.ts'
import { Coverage } from './coverage.ts'
import { CurrentDocument } from './current-document.ts'
import { type Cost, type Finding, keyOf } from './finding.ts'
import { mutate } from './mutate.ts'
import { makeStart, type Start, sampleStarts } from './seeds.ts'
import { shrink } from './shrink.ts'

export interface FuzzTask {
  seed: number
  /** File for the current document. */
  current: string
  /** Documents worth keeping from earlier processes of the same run. */
  corpus: Start[]
  skipped: string[]
  /** Keys of known findings. */
  known: string[]
}
export interface FuzzNews {
  documents: number
  wellFormed: number
  bytes: number
  blocks: number
  /** The highest cost of each reader. */
  costs: Cost[]
  kept: Start[]
  findings: { name: Start['name']; key: string; finding: Finding }[]
}

/** Coverage is taken per batch, because taking it costs more than a document. */
const batchSize = 32

const [task] = (await once(process, 'message')) as [FuzzTask]
const { seed, corpus, skipped, known } = task
const random = new Random(seed)
const current = new CurrentDocument(task.current)
const watch = { starts: (reader: string) => current.setReader(reader), skipped: new Set(skipped) }
const coverage = new Coverage()
const knownKeys = new Set(known)
if (corpus.length === 0) corpus.push(...sampleStarts())
let news = noNews()

function noNews(): FuzzNews {
  return { documents: 0, wellFormed: 0, bytes: 0, blocks: 0, costs: [], kept: [], findings: [] }
}

/** The next document: a new one, or a mutation of a kept one; recent ones are mutated most. */
function next(): Start {
  if (random.once(4)) return makeStart(random)
  const parent = pickKept()
  return { name: parent.name, bytes: mutate(parent.bytes, random, () => pickKept().bytes) }
}
function pickKept(): Start {
  const from = random.once(2) ? corpus : corpus.slice(-100)
  return random.pick(from)
}

function check(start: Start): void {
  current.put(start)
  const { findings, costs, isWellFormed } = checkDocument(start.name, start.bytes, watch)
  news.documents++
  news.bytes += start.bytes.byteLength
  if (isWellFormed) news.wellFormed++
  for (const cost of costs) keepMostCostly(cost)
  for (const finding of findings) {
    const key = keyOf(finding)
    if (knownKeys.has(key)) continue
    knownKeys.add(key)
    news.findings.push({ name: start.name, key, finding: shrink(start.name, finding, watch) })
  }
}

function keepMostCostly(cost: Cost): void {
  const before = news.costs.find(({ reader }) => reader === cost.reader)
  if (!before) news.costs.push({ ...cost })
  else {
    before.milliseconds = Math.max(before.milliseconds, cost.milliseconds)
    before.bytes = Math.max(before.bytes, cost.bytes)
  }
}

/** Keeps documents of a batch that reached new blocks. */
function keep(batch: Start[]): void {
  if (!coverage.hasGrown()) return
  // It is unknown which documents reached the new blocks, so the shortest ones of the batch are kept.
  const worth = batch.toSorted((a, b) => a.bytes.byteLength - b.bytes.byteLength).slice(0, 8)
  corpus.push(...worth)
  news.kept.push(...worth)
}

for (const start of corpus.slice()) check(start)
coverage.hasGrown()
let lastSent = performance.now()
while (process.connected) {
  const batch = Array.from({ length: batchSize }, next)
  for (const start of batch) check(start)
  keep(batch)
  if (performance.now() - lastSent < 500) continue
  process.send?.({ ...news, blocks: coverage.size })
  news = noNews()
  // Between batches, messages are sent and a disconnected parent is noticed.
  await setImmediate()
  lastSent = performance.now()
}
