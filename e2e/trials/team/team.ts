/**
 * Two hosts of a team with one service and one PostgreSQL: each works, and one of the three is killed at any
 * moment. What was confirmed must be at both hosts in the end, and at the service exactly once.
 */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openEmbeddedServer } from '../../../src-main/team/database/embedded-server.ts'
import { gtinOf } from '../../../src-main/testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../../../src-main/testing/sandbox-service.ts'
import { createFeed } from '../../support/feeds.ts'
import { desk, type RunningDesk, startDesk } from '../../support/programs/desk.ts'
import { type Calls, callsOf } from '../../support/rpc.ts'
import { query } from '../kills/check-folder.ts'
import { killNow } from '../kills/killed-desk.ts'
import { Random } from '../random.ts'

interface TeamReport {
  rounds: number
  kills: Record<Victim, number>
  /** Drafts and feeds that a host had confirmed. */
  drafts: number
  feeds: number
}

const victims = ['first host', 'second host', 'PostgreSQL'] as const
type Victim = (typeof victims)[number]

/** Milliseconds of a round in which the kill falls. */
const maxKillAfter = 2500
/** Milliseconds within which everything must be sent and shared at the end. */
const maxSettling = 180_000

interface Host {
  directory: string
  running: RunningDesk
  calls: Calls
}

/** @throws AssertionError if something confirmed was lost, sent twice, or differs between the hosts */
export async function killTeam(options: {
  rounds: number
  seed: number
  say: (line: string) => void
}): Promise<TeamReport> {
  const random = new Random(options.seed)
  const folder = mkdtempSync(join(tmpdir(), 'trial-team-'))
  chmodSync(folder, 0o711)
  const service = await startSandboxService()
  const database = await startDatabase(join(folder, 'server'))
  const hosts: Host[] = []
  try {
    for (const name of ['first', 'second']) {
      const directory = join(folder, name)
      await desk('team', 'join', database.url, '--data', directory)
      await connectTo(service, directory, folder)
      hosts.push(await startHost(directory))
    }
    const drafts: string[] = []
    const feeds: string[] = []
    const kills: Record<Victim, number> = { 'first host': 0, 'second host': 0, PostgreSQL: 0 }
    let number = 0
    for (let round = 0; round < options.rounds; round++) {
      const victim = random.pick(victims)
      let isOver = false
      const work = hosts.map(async ({ calls }) => {
        while (!isOver) {
          const gtin = gtinOf(++number)
          await confirmed(async () => {
            const { id, revision } = await calls.feeds.createDraft({
              ...{ kind: 'create', name: gtin, xml: createFeed({ gtin, title: `Quince spread ${number}` }) },
            })
            if (number % 2 === 0) return void drafts.push(gtin)
            await calls.feeds.queueDraft({ id, revision })
            feeds.push(gtin)
          })
        }
      })
      await delay(random.below(maxKillAfter))
      kills[victim]++
      options.say(`Round ${round + 1}: kills the ${victim}`)
      if (victim === 'PostgreSQL') await database.kill()
      else await killNow((hosts[victims.indexOf(victim)] as Host).running.child)
      isOver = true
      await Promise.all(work)
      if (victim === 'PostgreSQL') await database.start()
      else {
        const at = victims.indexOf(victim)
        hosts[at] = await startHost((hosts[at] as Host).directory)
      }
    }
    await settled(hosts)
    checkService(
      service,
      Array.from({ length: number }, (_, index) => gtinOf(index + 1)),
      feeds,
    )
    await Promise.all(hosts.map((host) => checkDrafts(host, drafts)))
    for (const { running } of hosts) await running.stop()
    const rows = []
    for (const { directory } of hosts)
      rows.push(JSON.parse(await desk('team', 'status', '--json', '--data', directory)).rows)
    assert.deepEqual(rows[1], rows[0])
    return { rounds: options.rounds, kills, drafts: drafts.length, feeds: feeds.length }
  } finally {
    for (const { running } of hosts) await killNow(running.child)
    await database.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Does something that counts only if it was confirmed. */
async function confirmed(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch {
    // Killed, or refused while the database is down.
    await delay(50)
  }
}

async function startDatabase(folder: string) {
  let server = await openEmbeddedServer(folder)
  const { url } = server
  return {
    url,
    async kill(): Promise<void> {
      const [pid] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await server.close()
      // Its processes end when they notice.
      await delay(500)
      rmSync(join(folder, 'data/postmaster.pid'), { force: true })
    },
    async start(): Promise<void> {
      server = await openEmbeddedServer(folder, { port: Number(new URL(url).port) })
    },
    close: () => server.close(),
  }
}

async function connectTo(
  { address, credentials }: SandboxService,
  directory: string,
  folder: string,
): Promise<void> {
  const password = join(folder, 'password')
  writeFileSync(password, credentials.password, { mode: 0o600 })
  await desk(
    'connect',
    address,
    '--username',
    credentials.username,
    '--password-file',
    password,
    '--data',
    directory,
  )
}

async function startHost(directory: string): Promise<Host> {
  const running = await startDesk('--data', directory)
  return { directory, running, calls: await callsOf(running.ui) }
}

/** Waits until no feed waits, is being sent, or is in doubt. */
async function settled(hosts: readonly Host[]): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const counts = await Promise.all(hosts.map(async ({ calls }) => (await calls.outbox.overview()).counts))
    const open = counts.map(
      ({ queued, sending, acknowledged, processing, uncertain, 'looked-for': lookedFor }) =>
        queued + sending + acknowledged + processing + uncertain + lookedFor,
    )
    if (open.every((count) => count === 0)) return
    assert.ok(performance.now() - begun < maxSettling, `feeds stay open: ${JSON.stringify(counts)}`)
    await delay(500)
  }
}

/** @param tried the product codes of all feeds, confirmed or not */
function checkService({ storage }: SandboxService, tried: string[], confirmedFeeds: string[]): void {
  const bodies = query<{ body: string }>(
    dirname(storage.path),
    'SELECT cast(body AS TEXT) AS body FROM received_feed',
  )
  const times = (gtin: string) => bodies.filter(({ body }) => body.includes(gtin)).length
  const twice = tried.filter((gtin) => times(gtin) > 1)
  assert.deepEqual(twice, [], 'feeds that the service received twice')
  const lost = confirmedFeeds.filter((gtin) => times(gtin) === 0)
  assert.deepEqual(lost, [], 'confirmed feeds that the service never received')
}

async function checkDrafts({ calls }: Host, confirmedDrafts: readonly string[]): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const names = new Set<string>()
    for (;;) {
      const { drafts, total } = await calls.feeds.drafts({ offset: names.size, limit: 200 })
      for (const { name } of drafts) names.add(name)
      if (names.size >= total || drafts.length === 0) break
    }
    const lost = confirmedDrafts.filter((name) => !names.has(name))
    if (lost.length === 0) return
    assert.ok(performance.now() - begun < maxSettling, `confirmed drafts are missing: ${lost.join(', ')}`)
    await delay(500)
  }
}
