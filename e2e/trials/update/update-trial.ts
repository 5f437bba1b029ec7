/**
 * Updates of a program that is killed at random moments: of its download, its installation and its first start.
 * After each kill the file of the program must be one of the two versions, byte for byte; in the end nothing
 * confirmed may be lost, and nothing sent twice.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createTestDesk } from '../../../src-main/app/fixtures/test-desk.ts'
import { createWorkspaces } from '../../../src-main/app/workspaces.ts'
import {
  startUpdateServer,
  type UpdateServer,
} from '../../../src-main/hosts/electron/updates/fixtures/update-server.ts'
import { openUpdateRecord } from '../../../src-main/hosts/electron/updates/update-record.ts'
import { bundleProgram, threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { type SandboxService, startSandboxService } from '../../../src-main/testing/sandbox-service.ts'
import { Random } from '../random.ts'
import type { ProgramSettings } from './updated-program.ts'

const versions = { before: '1.0.0', later: '1.1.0' }
/** Bytes of each version. */
const padding = 3_000_000
/** Milliseconds between the 40 parts of the download. */
const pause = 4
/** Maximum milliseconds from the beginning of a phase to the kill; most phases are shorter. */
const phases = {
  start: 500,
  work: 300,
  download: 400,
  try: 200,
  install: 60,
  copy: 300,
  'first start': 700,
  'put back': 60,
}
type Phase = keyof typeof phases
/** The phases of a start of each version, the ones of most interest twice. */
const phasesOf: Record<'before' | 'later', Phase[]> = {
  before: ['work', 'download', 'download', 'try', 'install', 'install'],
  later: ['start', 'copy', 'first start', 'first start', 'put back', 'work'],
}
const startAgain = 75
const maxKills = 3
/** Starts after which a round that has not ended is a failure. */
const maxLives = 16

interface UpdateReport {
  seed: number
  rounds: number
  /** Number of kills by the phase in which they happened. */
  kills: Record<string, number>
  /** Rounds that ended with each version. */
  ended: { later: number; before: number }
  /** Confirmed drafts and feeds. */
  drafts: number
  feeds: number
  seconds: number
  failures: string[]
}

interface Stage {
  folder: string
  sandbox: SandboxService
  server: UpdateServer
  settings: Omit<ProgramSettings, 'home' | 'workspace' | 'isLaterBroken'>
  program: string
  template: string
}

export async function tryUpdates({
  seed,
  rounds,
  say = () => {},
}: {
  seed: number
  rounds: number
  say?: (line: string) => void
}): Promise<UpdateReport> {
  const started = performance.now()
  const random = new Random(seed)
  const report: UpdateReport = {
    ...{ seed, rounds, kills: {}, ended: { later: 0, before: 0 }, drafts: 0, feeds: 0, seconds: 0 },
    failures: [],
  }
  const stage = await setStage()
  try {
    for (let round = 0; round < rounds; round++) {
      try {
        await playRound(stage, { round, random, report })
      } catch (error) {
        const failure = `round ${round}: ${(error as Error).message}`
        report.failures.push(failure)
        say(failure)
      }
      say(`${round + 1}/${rounds}: ${JSON.stringify(report.kills)}, ${report.failures.length} failures`)
    }
  } finally {
    await stage.server.close()
    await stage.sandbox.close()
    rmSync(stage.folder, { recursive: true, force: true })
    report.seconds = Math.round((performance.now() - started) / 100) / 10
  }
  return report
}

async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'updates-'))
  const keys = generateKeyPairSync('ed25519')
  const server = await startUpdateServer(keys.privateKey)
  const sandbox = await startSandboxService()
  const desk = createTestDesk(join(folder, 'home'))
  const { current = '' } = await createWorkspaces(desk).create({ name: 'Template' })
  await desk.required().services.workspace.connect({ ...sandbox.credentials, address: sandbox.address })
  await desk.close()
  return {
    folder,
    sandbox,
    server,
    template: current,
    program: fileURLToPath(await bundleProgram('e2e/trials/update/updated-program.ts')),
    settings: {
      threads: {
        before: (await threadBundle()).href,
        later: (await bundleProgram('e2e/trials/update/later-thread.ts')).href,
      },
      server: {
        address: server.address,
        publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      },
    },
  }
}

/** A file that starts the program as this version; the bytes after `exit` are never read. */
const fileOf = (program: string, settings: string, version: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; exit; fi\nexec '${process.execPath}' '${program}' ${version} '${settings}' "$@"\nexit\n`,
    ),
    randomBytes(padding),
  ])

interface Round {
  round: number
  random: Random
  report: UpdateReport
}

async function playRound(stage: Stage, { round, random, report }: Round): Promise<void> {
  const folder = join(stage.folder, `round-${round}`)
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const workspace = join(folder, 'workspace')
  cpSync(stage.template, workspace, { recursive: true })
  const settingsFile = join(folder, 'settings.json')
  const isLaterBroken = random.once(3)
  writeFileSync(settingsFile, JSON.stringify({ ...stage.settings, home, workspace, isLaterBroken }))
  const files = {
    before: fileOf(stage.program, settingsFile, versions.before),
    later: fileOf(stage.program, settingsFile, versions.later),
  }
  stage.server.publish({ version: versions.later, program: files.later })
  stage.server.pause = pause
  const program = join(folder, 'Desk.AppImage')
  writeFileSync(program, files.before)
  chmodSync(program, 0o755)
  const confirmed = { draft: new Set<string>(), feed: new Set<string>() }

  let kills = 1 + random.below(maxKills)
  for (let life = 0; ; life++) {
    assert.ok(life < maxLives, `the program does not come to an end in ${maxLives} starts`)
    const isFirst = readFileSync(program).equals(files.before)
    const phase = kills > 0 ? random.pick(phasesOf[isFirst ? 'before' : 'later']) : undefined
    const kill = phase && { phase, after: random.below(phases[phase]) }
    const ended = await live(program, { home, kill, item: 1 + round * maxLives + life })
    for (const { kind, value } of ended.lines)
      if (kind === 'draft' || kind === 'feed') confirmed[kind].add(value)
    if (ended.killedIn !== undefined) {
      kills--
      report.kills[ended.killedIn] = (report.kills[ended.killedIn] ?? 0) + 1
    }
    const now = readFileSync(program)
    assert.ok(now.equals(files.before) || now.equals(files.later), 'the program is not whole')
    if (ended.code === 0) break
    const isExpected = ended.killedIn !== undefined || ended.code === startAgain
    assert.ok(
      isExpected || (isLaterBroken && now.equals(files.later)),
      `ended with ${ended.code}: ${ended.errors}`,
    )
  }
  report.drafts += confirmed.draft.size
  report.feeds += confirmed.feed.size
  const isLater = readFileSync(program).equals(files.later)
  report.ended[isLater ? 'later' : 'before']++
  if (!isLater) assert.equal(openUpdateRecord(home).read().returned?.from, versions.later)
  assert.ok(!isLater || !isLaterBroken, 'the broken version is still there')
  await expectNothingLost(stage, { program, home, confirmed })
  assert.ok(!existsSync(join(home, 'updates/before.AppImage')), 'the package of the version before is left')
  if (isLater) await expectRefusal(program, { home, before: files.before })
  rmSync(folder, { recursive: true })
}

async function expectNothingLost(
  { sandbox }: Stage,
  {
    program,
    home,
    confirmed,
  }: { program: string; home: string; confirmed: Record<'draft' | 'feed', Set<string>> },
): Promise<void> {
  const { code, lines, errors } = await live(program, { home, mode: 'report' })
  assert.equal(code, 0, errors)
  const valuesOf = (kind: string) => lines.filter((line) => line.kind === kind).map(({ value }) => value)
  assert.deepEqual(valuesOf('finding'), [])
  const drafts = new Set(valuesOf('draft'))
  const feeds = valuesOf('feed').map((line) => line.split(' '))
  for (const id of confirmed.draft) assert.ok(drafts.has(id), `draft ${id} is lost`)
  for (const id of confirmed.feed)
    assert.ok(
      feeds.some(([one]) => one === id),
      `feed ${id} is lost`,
    )
  const received = sandbox.receivedFeeds().map(({ sha256 }) => sha256)
  for (const [id, state = '', sha256] of feeds) {
    const arrivals = received.filter((one) => one === sha256).length
    // A feed that was being sent during a kill may wait for a person who looks at the service.
    const isInOrder = state === 'done' ? arrivals === 1 : state === 'uncertain' && arrivals <= 1
    assert.ok(isInOrder, `feed ${id} is ${state} and was received ${arrivals} times`)
  }
}

/** The version before refuses the workspace in words, and leaves it alone. */
async function expectRefusal(
  program: string,
  { home, before }: { home: string; before: Uint8Array },
): Promise<void> {
  const old = `${program}.old`
  writeFileSync(old, before)
  chmodSync(old, 0o755)
  const { lines } = await live(old, { home, mode: 'report' })
  assert.deepEqual(
    lines.filter(({ kind }) => kind === 'trouble'),
    [{ kind: 'trouble', value: 'newer-workspace' }],
  )
}

interface Life {
  code: number | null
  /** The phase in which the program was killed. */
  killedIn?: Phase
  lines: { kind: string; value: string }[]
  errors: string
}

/** Starts the program, and kills it some time after it has entered a phase; it may end before. */
async function live(
  program: string,
  {
    home,
    kill,
    mode = 'run',
    item = 0,
  }: {
    home: string
    kill?: { phase: Phase; after: number } | undefined
    mode?: string
    /** Number of the item that the program works on. */
    item?: number
  },
): Promise<Life> {
  const child = spawn(program, [mode, String(item)], {
    env: { ...process.env, APPIMAGE: program, CATALOG_DESK_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines: Life['lines'] = []
  let errors = ''
  let phase: Phase = 'start'
  child.stderr.on('data', (text) => {
    errors = (errors + text).slice(-400)
  })
  createInterface(child.stdout).on('line', (line) => {
    const [kind = ''] = line.split(' ', 1)
    const value = line.slice(kind.length + 1)
    if (kind !== 'phase') return void lines.push({ kind, value })
    phase = value as Phase
    if (kill?.phase === phase) setTimeout(() => child.kill('SIGKILL'), kill.after)
  })
  const code = await closed
  return { code, lines, errors, ...(child.signalCode === 'SIGKILL' && { killedIn: phase }) }
}
