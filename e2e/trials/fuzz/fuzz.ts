/**
 * The differential fuzzer: documents are generated, damaged and joined, and parsed by our readers and by
 * libxml2. Documents that reach new code are kept and mutated further. It runs in a process that is killed
 * when a reader hangs.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { processorTime } from '../processor-time.ts'
import { readCurrent } from './current-document.ts'
import { type Finding, hardLimit } from './finding.ts'
import type { FuzzNews, FuzzTask } from './fuzz-program.ts'
import type { Start } from './seeds.ts'

export interface FuzzReport {
  seed: number
  seconds: number
  documents: number
  /** Documents that libxml2 accepts. */
  wellFormed: number
  bytes: number
  documentsPerSecond: number
  /** Code blocks of our readers that were reached. */
  blocks: number
  /** Documents that reached new blocks. */
  kept: number
  worst: {
    milliseconds: number
    bytes: number
    byReader: Record<string, { milliseconds: number; megabytes: number }>
  }
  findings: { key: string; name: Start['name']; finding: Finding }[]
}

interface FuzzOptions {
  seed: number
  seconds: number
  /** Minimum number of well-formed and of broken documents, whatever the time. */
  minDocuments?: number
  /** Milliseconds of processor time after which a reader counts as hung. */
  hangAfter?: number
  /** Called with every finding immediately. */
  onFinding?: (found: FuzzReport['findings'][number]) => void
}

/** Memory limit of the fuzzing process in MB: well above the cost of any document within the limits. */
const memoryLimit = 1500

export async function fuzz({
  seed,
  seconds,
  minDocuments = 0,
  hangAfter = 3 * hardLimit.milliseconds,
  onFinding = () => undefined,
}: FuzzOptions): Promise<FuzzReport> {
  const worst: FuzzReport['worst'] = { milliseconds: 0, bytes: 0, byReader: {} }
  const report: FuzzReport = {
    seed,
    seconds,
    documents: 0,
    wellFormed: 0,
    bytes: 0,
    documentsPerSecond: 0,
    blocks: 0,
    kept: 0,
    worst,
    findings: [],
  }
  const corpus: Start[] = []
  const skipped: string[] = []
  const started = performance.now()
  const isEnough = () => Math.min(report.wellFormed, report.documents - report.wellFormed) >= minDocuments
  const isOver = () => isEnough() && performance.now() - started >= seconds * 1000

  const addNews = (news: FuzzNews) => {
    report.documents += news.documents
    report.wellFormed += news.wellFormed
    report.bytes += news.bytes
    report.blocks = Math.max(report.blocks, news.blocks)
    report.kept += news.kept.length
    corpus.push(...news.kept)
    for (const { reader, milliseconds, bytes } of news.costs) {
      const of = worst.byReader[reader] ?? { milliseconds: 0, megabytes: 0 }
      worst.byReader[reader] = of
      of.milliseconds = Math.max(of.milliseconds, milliseconds)
      of.megabytes = Math.max(of.megabytes, bytes / 1e6)
      worst.milliseconds = Math.max(worst.milliseconds, milliseconds)
      worst.bytes = Math.max(worst.bytes, bytes)
    }
    for (const found of news.findings) add(found)
  }
  const add = (found: FuzzReport['findings'][number]) => {
    if (report.findings.some(({ key }) => key === found.key)) return
    report.findings.push(found)
    onFinding(found)
  }

  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const current = join(folder, 'current')
  for (let round = 0; !isOver(); round++) {
    const known = report.findings.map(({ key }) => key)
    const task: FuzzTask = { seed: seed + round, current, corpus: corpus.slice(), skipped, known }
    const child = start(task)
    child.on('message', (news) => addNews(news as FuzzNews))
    const end = await untilItEnds(child, current, isOver, hangAfter)
    child.kill('SIGKILL')
    if (end === undefined) continue
    const { start: found, reader } = readCurrent(current)
    const { name, bytes: document } = found
    add({ key: `${end.property} ${reader}`, name, finding: { ...end, reader, document } })
    skipped.push(reader)
  }
  rmSync(folder, { recursive: true })
  report.seconds = (performance.now() - started) / 1000
  report.documentsPerSecond = report.documents / report.seconds
  return report
}

function start(task: FuzzTask): ChildProcess {
  const child = fork(new URL('fuzz-program.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${memoryLimit}`],
    serialization: 'advanced',
  })
  child.send(task)
  return child
}

type End = { property: 'hang' | 'ended'; message: string } | undefined

async function untilItEnds(
  child: ChildProcess,
  current: string,
  isOver: () => boolean,
  hangAfter: number,
): Promise<End> {
  const ended = once(child, 'exit')
  let sequence = -1
  let since = 0
  let unchangedPolls = 0
  for (;;) {
    const end = await Promise.race([ended, delay(200)])
    if (end) return { property: 'ended', message: `The process ended with ${end.join(' ')}: see its output.` }
    const now = readCurrent(current).sequence
    // Processor time is used, because a process may not progress on a busy machine without a defect.
    const time = processorTime(child.pid)
    unchangedPolls = now === sequence ? unchangedPolls + 1 : 0
    if (unchangedPolls === 0) since = time
    sequence = now
    if (now > 0 && time - since > hangAfter)
      return { property: 'hang', message: `It had not returned after ${hangAfter} ms.` }
    if (isOver() && unchangedPolls < 5) return undefined
  }
}
