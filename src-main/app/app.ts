/** Builds all services of one workspace, and closes them. Hosts call only `createServices`. */

import { join } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { SyncState } from '../../src-shared/sync/model.ts'
import { say } from '../../src-shared/texts/say.ts'
import { initialFeedSize } from '../../src-shared/workspace/settings.ts'
import { settleRestores } from '../backup/index.ts'
import { type CatalogView, createCatalogView } from '../catalog/procedures.ts'
import { type Completeness, createCompleteness } from '../completeness/index.ts'
import { createDuplicates, type Duplicates } from '../duplicates/index.ts'
import { createEvidence, createPhotographs, type Evidence, type Photographs } from '../evidence/index.ts'
import { createExports, type Exports } from '../export/index.ts'
import {
  createDrafts,
  createPresence,
  createReview,
  type Drafts,
  type Presence,
  presenceAmong,
  type Review,
} from '../feeds/drafts/index.ts'
import { connectService, feedsOfConnected, isOtherService, type Outbox } from '../feeds/outbox/index.ts'
import type { FeedIntake } from '../feeds/targets/sandbox/index.ts'
import { createHistoryView, type HistoryView } from '../history/procedures.ts'
import { createImports, type Imports, loadSample } from '../import/index.ts'
import { createConditionsKeeper, createLocalApiHost, type LocalApiHost } from '../local-api/index.ts'
import { chooseStore, createMedia, type Media, openPictureFiles, type StoreChoice } from '../media/index.ts'
import { createNames, type Names } from '../names/index.ts'
import { type StartProgram, startNodeProgram } from '../platform/child-program.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { homeDirectory, proxySecretsFile } from '../platform/files/home.ts'
import { restrictAccess } from '../platform/files/private-files.ts'
import type { Logger } from '../platform/log/log.ts'
import type { PowerState } from '../platform/power.ts'
import { type Secrets, secretsInFile } from '../platform/secrets.ts'
import { createQuality, type Quality } from '../quality/index.ts'
import type { Storage } from '../storage/index.ts'
import { answerReader, openIdleState, type Sync } from '../sync/index.ts'
import { createPeople, type People, type TeamChoice } from '../team/index.ts'
import { createNetwork, createUpstream, withAccount } from '../upstream/index.ts'
import {
  type ComputerSettingsStore,
  createSampleService,
  createSettingsCare,
  createUpkeep,
  createWorkspace,
  isOfWorkspace,
  isReplica,
  isUnfinishedRestore,
  isWorkspace,
  type SampleService,
  type SettingsCare,
  type Upkeep,
  type Workspace,
  workspaceSettings,
} from '../workspace/index.ts'
import { exportedPictures } from './exported-pictures.ts'
import { openRole, type RoleServices, upstreamPasswordKey } from './roles.ts'
import { localApiInSafeMode, syncInSafeMode } from './safe-mode.ts'
import { openShared } from './shared-storage.ts'
import { smallPictures } from './small-pictures.ts'
import { supportReport } from './support-report.ts'

/** The secrets file in a workspace's folder. Only this computer can decrypt it; it is not part of backups. */
export const secretsFile = 'secrets.json'

export interface ServicesConfig {
  /** Folder of the workspace; created if missing. */
  directory: string
  host: 'electron' | 'headless'
  version: string
  /** Entry module of a storage thread. */
  thread: URL
  readers?: number
  /** Number of processes that answer for the local API; none when absent: this process answers. */
  workers?: number
  /** Password of the replicas of this workspace; no replica is served when absent. */
  replicaPassword?: string | undefined
  /** The S3 store that the pictures are in; absent: where they are. */
  pictureStore?: StoreChoice
  /** The database that people share as a team; absent: that of the workspace, if it has one. */
  team?: TeamChoice | undefined
  /** The folder with the sample catalog, schemas and reference. */
  resources: string
  log: Logger
  clock?: Clock
  /** State of battery and network, if the host can determine it. */
  power?: PowerState
  /** Nothing is synced, sent or served, whatever the settings of the workspace. */
  safeMode?: boolean
  /** Called when the thread that writes has ended by itself; from then on nothing can be saved. */
  onFailed?: (error: Error) => void
  /** The system's proxy for an address, in the notation of PAC; only the host can ask for it. */
  systemProxy?: (address: string) => Promise<string>
  /** Starts the process that reads pictures; a Node process when absent. */
  startProgram?: StartProgram
  /** Wraps the secrets file with the operating system's key store. */
  wrapSecrets?: (inFile: Secrets) => Secrets
}

export interface Services {
  directory: string
  host: ServicesConfig['host']
  log: Logger
  storage: Storage
  catalog: CatalogView
  history: HistoryView
  workspace: Workspace
  upkeep: Upkeep
  sampleService: SampleService
  localApi: LocalApiHost
  drafts: Drafts
  review: Review
  presence: Presence
  imports: Imports
  names: Names
  people: People
  completeness: Completeness
  quality: Quality
  duplicates: Duplicates
  evidence: Evidence
  photographs: Photographs
  exports: Exports
  media: Media
  outbox(): Outbox
  /** @throws PlainError `NOT_CONNECTED` if there is no service to sync with */
  sync(): Sync
  syncState(): Promise<SyncState>
  /**
   * Starts to send and ingest feeds; also starts the sample service if it ran when the workspace was closed.
   */
  startBackgroundWork(): Promise<void>
  /**
   * Starts the background work of a service without screens: it ingests feeds and resumes interrupted upkeep.
   */
  startServing(): Promise<void>
  /** Sends and ingests feeds during one command. @throws PlainError on a read-only disk */
  startOwnService(): Promise<void>
  /** A report for the people who help with the app, as text without passwords (support-report.ts). */
  supportReport(): Promise<string>
  /** Export, import and reset of the settings of this workspace and of this computer. */
  settingsCare(computer: ComputerSettingsStore): SettingsCare
  onClose(close: () => void): void
  close(): Promise<void>
}

export async function createServices(config: ServicesConfig): Promise<Services> {
  const { directory, log, clock = systemClock } = config
  await settleRestores(directory)
  if (await isWorkspace(directory)) {
    const open = await restrictAccess(directory, isOfWorkspace)
    if (open !== undefined)
      log.warn({ folder: open }, 'other users of this computer may look into this folder')
  }
  if (await isUnfinishedRestore(directory))
    throw new PlainError(
      'RESTORE_UNFINISHED',
      say`A backup was being restored into ${directory} when the program ended, and the workspace is not whole. Restore the backup into it again, or choose another folder.`,
    )
  if (await isReplica(directory))
    throw new PlainError(
      'IS_REPLICA',
      say`The catalog in ${directory} is the copy of a replica, which only follows its hub. Change the catalog at the hub.`,
    )
  if (config.pictureStore) await chooseStore(directory, config.pictureStore)
  const files = await openPictureFiles({ directory, log })
  const inFile = secretsInFile(join(directory, secretsFile))
  const secrets = config.wrapSecrets?.(inFile) ?? inFile
  const { storage, closeTeam } = await openShared({ ...config, readers: config.readers ?? 2, secrets })
  const proxySecrets = secretsInFile(join(homeDirectory(), proxySecretsFile))
  const network = createNetwork({
    systemProxy: config.systemProxy,
    secrets: config.wrapSecrets?.(proxySecrets) ?? proxySecrets,
  })
  const settings = workspaceSettings(storage, log)
  const media = createMedia({ storage, directory, files, clock, log })
  const namespaceBase = async () => (await settings.read()).connection?.namespaceBase
  const feedLimits = async () => (await settings.read()).connection?.feedSize ?? initialFeedSize
  const drafts = createDrafts({ storage, namespaceBase, clock })
  const exports = createExports({
    ...{ storage, directory, clock, log, namespaceBase },
    feeds: {
      report: (id) => role.outbox.report(id),
      items: (window) => role.outbox.items(window),
      pictures: (itemIds) => smallPictures(media, itemIds),
    },
    findings: {
      counts: () => evidence.state(),
      after: (...wanted) => evidence.after(...wanted),
    },
    pictures: exportedPictures(media),
    resources: config.resources,
  })
  const presence = createPresence({
    ...{ storage, clock },
    ...(storage.team && { port: presenceAmong(storage.team) }),
  })
  const imports = createImports({ storage, drafts, clock, log })
  const names = createNames(storage)
  const people = createPeople({ storage, clock })
  const catalog = createCatalogView(storage, media)
  const completeness = createCompleteness({ storage, log })
  const quality = createQuality({
    ...{ storage, catalog, completeness, clock, log },
    async arePicturesChecked() {
      const { read, counts } = await evidence.state()
      return read > 0 || Object.values(counts).some((count) => count > 0)
    },
  })
  const duplicates = createDuplicates({ storage, media, clock, log })
  const pictureReaders = {
    entry: config.thread,
    startProgram: config.startProgram ?? startNodeProgram,
  }
  const evidence = createEvidence({
    ...{ storage, media, log, version: config.version, ...pictureReaders },
    profile: completeness.defaultProfile,
  })
  const photographs = createPhotographs({ storage, ...pictureReaders })
  const closers: (() => void)[] = []
  const conditions = await createConditionsKeeper(settings)
  const restingState = openIdleState(storage)

  let active = false
  let role = await reopened()
  async function reopened(): Promise<RoleServices> {
    return openRole({
      storage,
      directory,
      secrets,
      clock,
      log,
      drafts,
      media,
      network,
      settings: await settings.read(),
      feedLimits,
      conditions,
      active,
      power: config.power,
    })
  }
  /** Closes the services of the role and builds them again, after a change of the role or the connection. */
  const reopen = async (between?: () => Promise<void>): Promise<void> => {
    await role.close()
    try {
      await between?.()
    } finally {
      role = await reopened()
    }
  }
  const activate = async (): Promise<void> => {
    if (active) return
    active = true
    await reopen()
  }

  // The local API stays open when the role changes, so it uses the current role for every feed.
  const feedIntake: FeedIntake = {
    submit: (submission) => role.feedIntake.submit(submission),
    status: (question) => role.feedIntake.status(question),
  }
  const hostedApi = await createLocalApiHost({
    storage,
    settings,
    secrets,
    feedIntake,
    media: media.source,
    conditions,
    resources: config.resources,
    workers: { count: config.workers ?? 0, thread: config.thread },
    replicaPassword: config.replicaPassword,
    clock,
    log,
  })
  const localApi = config.safeMode ? localApiInSafeMode(hostedApi) : hostedApi
  const sampleService = createSampleService({
    directory,
    settings,
    openSandbox: (sandbox) =>
      createServices({
        ...{ ...config, directory: sandbox, readers: 1 },
        ...{ workers: 0, replicaPassword: undefined, pictureStore: undefined, team: undefined },
      }),
    onStarted: () => void role.outbox.sendNow(),
    async onMoved(before, now) {
      const { connection } = await settings.read()
      // Another program uses the previous address now; nothing may be sent to it.
      if (connection?.address === before)
        await workspace.connect({ ...now, mediaHosts: connection.mediaHosts, feeds: 'same' })
    },
  })
  const workspace = createWorkspace({
    config,
    storage,
    settings,
    password: {
      read: () => secrets.get(upstreamPasswordKey),
      write: (password) => secrets.set(upstreamPasswordKey, password),
    },
    localApi,
    sampleService,
    media,
    async probe(connection, { password, proxy }) {
      const upstream = createUpstream({
        ...connection,
        password,
        network: withAccount(network, proxy),
        read: storage.apart(answerReader),
        clock,
        log,
      })
      await upstream.probe().finally(() => upstream.close())
      const passedBy = proxy && (await network.proxyOf(connection.address))
      if (passedBy !== undefined && proxy !== undefined) await network.storeAccount(passedBy, proxy)
    },
    loadSample: () => loadSample({ storage, media, directory: join(config.resources, 'sample'), clock }),
    reopen,
    feeds: {
      isOtherService,
      open: () => feedsOfConnected(storage),
      connect: (services) => connectService(storage, services),
      rehome: (choice) => role.outbox.rehome(choice),
    },
    startSync,
    isActive: () => active,
  })

  const upkeep = createUpkeep({
    ...{ storage, thread: config.thread, media, clock, log },
    async isTransferring() {
      const { current } = await services.syncState()
      return current?.outcome === 'running' || (await role.outbox.overview()).counts.sending > 0
    },
  })

  async function startSync(): Promise<void> {
    if (config.safeMode) return
    await services.sync().start()
  }

  const services: Services = {
    directory,
    host: config.host,
    log,
    storage,
    catalog,
    history: createHistoryView({ storage, drafts }),
    workspace,
    upkeep,
    sampleService,
    localApi,
    drafts,
    review: createReview({ storage, team: async () => (await people.list()).map(({ name }) => name) }),
    presence,
    imports,
    names,
    people,
    completeness,
    quality,
    duplicates,
    evidence,
    photographs,
    exports,
    media,
    outbox: () => role.outbox,
    sync() {
      const sync = role.sync ?? workspace.refuseSync(role)
      return config.safeMode ? syncInSafeMode(sync) : sync
    },
    syncState: () => (role.sync ? role.sync.state() : restingState()),
    async startBackgroundWork() {
      // Background work writes, which a frozen storage does not allow.
      if (config.safeMode || storage.way === 'frozen') return
      // Files that cannot be deleted remain, and the next start tries again.
      await exports
        .deleteLeftovers()
        .catch((error: unknown) => log.warn({ err: error }, 'exports were left over'))
      await sampleService.resume()
      // A folder copied from another computer lacks the password; the password of our own sample service is
      // known here.
      if (role.passwordMissing && (await sampleService.state())?.running)
        await workspace.connect({ ...(await sampleService.start()), feeds: 'same' })
      await services.startServing()
      duplicates.startBackgroundWork()
      evidence.startBackgroundWork()
      completeness.startBackgroundWork()
    },
    async startServing() {
      // A frozen storage accepts no feeds and cannot finish upkeep.
      if (storage.way === 'frozen') return
      await activate()
      await upkeep.resume()
    },
    async startOwnService() {
      const unwritable = storage.way === 'frozen' ? storage.unwritable() : undefined
      if (unwritable) throw unwritable
      await activate()
    },
    supportReport: () => supportReport(services),
    settingsCare: (computer) =>
      createSettingsCare({
        ...{ computer, workspace: settings, version: config.version, clock },
        apply: {
          localApi: ({ enabled, port, scheme }) => localApi.set({ running: enabled, port, scheme }),
          pictures: (choice) => media.keeping.setChoice(choice),
          sync: (chosen) => (role.sync ? role.sync.setSettings(chosen) : settings.write({ sync: chosen })),
        },
      }),
    onClose: (close) => void closers.push(close),
    async close() {
      for (const close of closers) close()
      drafts.close()
      presence.close()
      const parts = [
        upkeep,
        localApi,
        imports,
        quality,
        completeness,
        duplicates,
        evidence,
        { close: photographs.closeAll },
        exports,
        role,
        sampleService,
        media,
        storage,
        { close: closeTeam },
      ]
      const failures: unknown[] = []
      // If a service fails to close, for example on a full disk, the others and their threads must still be
      // closed.
      for (const part of parts) await part.close().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
  return services
}
