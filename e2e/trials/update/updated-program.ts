/**
 * The app of the trial of updates, without windows: it starts as the app does, does some work, and installs the
 * update that it finds. `APPIMAGE` is the path of its file. It prints the phases it enters and the work that it
 * has confirmed, and exits with 75 if it is to be started again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createTestDesk } from '../../../src-main/app/fixtures/test-desk.ts'
import { keepDatabase } from '../../../src-main/hosts/electron/updates/databases.ts'
import { beginStart, prove } from '../../../src-main/hosts/electron/updates/first-start.ts'
import { partsOnNode } from '../../../src-main/hosts/electron/updates/fixtures/library-on-node.ts'
import { openLibrary } from '../../../src-main/hosts/electron/updates/library.ts'
import { putBack } from '../../../src-main/hosts/electron/updates/put-back.ts'
import { openUpdateRecord } from '../../../src-main/hosts/electron/updates/update-record.ts'
import { createUpdates } from '../../../src-main/hosts/electron/updates/updates.ts'
import { workInProgress } from '../../../src-main/hosts/electron/updates/work-in-progress.ts'
import { becomeLaterVersion } from '../../../src-main/storage/fixtures/later-migration.ts'
import { itemFeed, sampleItem } from '../../../src-main/testing/feed-payloads.ts'
import { checkPayload } from '../../../src-shared/feeds/draft/check-payload.ts'

export interface ProgramSettings {
  home: string
  workspace: string
  /** The entries of the storage threads of the two versions. */
  threads: { before: string; later: string }
  server: { address: string; publicKey: string }
  /** Whether the later version never shows its page. */
  isLaterBroken: boolean
}

const [, , version = '', settingsFile = '', mode = 'run', item = ''] = process.argv
const settings: ProgramSettings = JSON.parse(readFileSync(settingsFile, 'utf8'))
const isLater = version !== '1.0.0'
const startAgain = 75
const say = (kind: string, value: string): void => void process.stdout.write(`${kind} ${value}\n`)

if (isLater) becomeLaterVersion()
const thread = new URL(isLater ? settings.threads.later : settings.threads.before)
const record = openUpdateRecord(settings.home)
say('phase', 'start')
const start = beginStart(record, version)
if (start.kind === 'failed') {
  say('phase', 'put back')
  putBack(record, start.installed, 'No page')
  process.exit(startAgain)
}
if (start.kind === 'unproven') {
  say('phase', 'copy')
  await keepDatabase(record, settings.workspace, thread)
  say('phase', 'first start')
}
const desk = createTestDesk(settings.home, { thread, version }, async () => {})
await desk.tryOpen(settings.workspace)
const trouble = desk.trouble()
if (trouble) say('trouble', trouble.code)
if (trouble || (isLater && settings.isLaterBroken)) process.exit(1)
prove(record)
const { services } = desk.required()
await services.startBackgroundWork()

if (mode === 'report') await report()
else await work()
const { returned } = record.read()
if (!isLater && !returned && mode === 'run') process.exit(await update())
await desk.close()
process.exit(0)

/** Creates a draft, and queues a feed that the service receives at some time. */
async function work(): Promise<void> {
  say('phase', 'work')
  const name = `Draft ${process.pid} ${Date.now()}`
  const { id } = await services.drafts.createDraft({ kind: 'create', name })
  say('draft', id)
  const body = itemFeed(sampleItem(Number(item)))
  const about = checkPayload('create', body)
  const feed = await services.outbox().queue({ kind: 'create', name, body, about })
  say('feed', feed.id)
}

/** @returns the exit code */
async function update(): Promise<number> {
  writeFileSync(`${settings.home}/app-update.yml`, 'updaterCacheDirName: downloads\n')
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const parts = partsOnNode(settings.home, version)
  const library = openLibrary({ facts: settings.server, kind: 'AppImage', log, ...parts })
  let code = 1
  const quit = Promise.withResolvers<void>()
  const updates = createUpdates({
    ...{ library, record, version, logs: '', workInterval: 50 },
    workInProgress: () => workInProgress(desk),
    quit: () => quit.resolve(),
    startAgain: () => {
      code = startAgain
    },
    onChange: () => {},
  })
  await updates.act('check')
  say('phase', 'download')
  await updates.act('download')
  say('phase', 'try')
  const installing = updates.act('install')
  await Promise.race([quit.promise, installing])
  const { failure, step } = updates.state()
  if (step !== 'installing') {
    say('failure', JSON.stringify(failure))
    return 1
  }
  await desk.close()
  say('phase', 'install')
  updates.installWhenClosed(true)
  return code
}

/** Waits until nothing is in progress, and prints what the workspace has. */
async function report(): Promise<void> {
  const outbox = services.outbox()
  for (let poll = 0; poll < 300; poll++) {
    await outbox.sendNow()
    if ((await outbox.overview()).entries['under-way'] === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { drafts } = await services.drafts.drafts({ offset: 0, limit: 200 })
  for (const { id } of drafts) say('draft', id)
  const { feeds } = await outbox.list({ offset: 0, limit: 200 })
  for (const { id, state } of feeds) say('feed', `${id} ${state} ${(await outbox.feed({ id })).sha256}`)
  for (const finding of (await services.upkeep.check()).findings) say('finding', JSON.stringify(finding))
}
