import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { certificateFile } from '../../../../src-shared/local-api/model.ts'
import type { Services } from '../../../app/app.ts'
import { createDesk } from '../../../app/desk.ts'
import { homeDirectory } from '../../../platform/files/home.ts'
import { writeFileAtomic } from '../../../platform/files/private-files.ts'
import { openLog } from '../../../platform/log/log.ts'
import { createGrants } from '../../../platform/page-session.ts'
import { createPageHandler } from '../../../rpc/page-handler.ts'
import { createScreens } from '../../../rpc/screens.ts'
import { computerSettingsIn } from '../../../workspace/index.ts'
import { whenParentEnds } from '../../launch/desk-process.ts'
import { action, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { installation } from '../installation.ts'
import {
  type ConditionsOptions,
  conditionsFrom,
  withConditionsOptions,
} from '../options/conditions-options.ts'
import { readPassword } from '../options/read-password.ts'
import { type StoreOptions, storeFrom, withStoreOptions } from '../options/store-options.ts'
import { accountName, signInLine, teamOf } from '../options/team-options.ts'
import { type PageServer, servePage } from '../page/page-server.ts'
import { admitTeam } from '../page/team-admission.ts'
import { expectStop, onStop, setStopMessage } from '../stop.ts'
import { servicesConfig } from '../with-services.ts'

interface ServeOptions extends CommonOptions, ConditionsOptions, StoreOptions {
  sandbox: boolean
  sample: boolean
  uiPort: number
  apiPort?: number
  https?: boolean
  workers: number
  replicaPasswordFile?: string
  replicaOf?: string
  username: string
  passwordFile?: string
  maxLag: number
  publicAddress?: string
  team?: string | true
  media?: string
  open: boolean
  screens: boolean
}

/**
 * Time in milliseconds for a start to end after a stop; stopping sooner would leave the sample partly loaded.
 */
const maxStartTime = 30_000

const print = (line: string): void => void process.stderr.write(`${line}\n`)

function port(value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0 || number > 65535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535; 0 picks a free one.')
  return number
}

/** More processes than cores are of no use, and few computers have more. */
const maxWorkers = 256

function workerCount(value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0 || number > maxWorkers)
    throw new InvalidArgumentError(`A number of processes is from 0 to ${maxWorkers}.`)
  return number
}

/** The longest lag that an option can accept, in seconds: a week. */
const maxMaxLag = 604_800

function lag(value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > maxMaxLag)
    throw new InvalidArgumentError(`A lag is a number of seconds from 1 to ${maxMaxLag}.`)
  return number
}

export function register(desk: Command): void {
  const command = desk
    .command('serve')
    .description('Serve the app on a loopback page and the catalog on the local API, until stopped.')
    .option('--sandbox', 'make this workspace a sandbox: it is the service, and ingests feeds itself', false)
    .option('--sample', 'with --sandbox: fill an empty sandbox with the sample catalog', false)
    .addOption(new Option('--ui-port <n>', 'port of the page; 0 picks a free one').argParser(port).default(0))
    .addOption(
      new Option('--api-port <n>', 'port of the local API (default: the last one used)').argParser(port),
    )
    .option(
      '--https',
      'local API: over https, with a certificate made on this computer (default: as last time)',
    )
    .option('--no-https', 'local API: over http')
    .addOption(
      new Option(
        '--workers <n>',
        'answer for the local API in so many processes, each on a core of its own; 0 answers in this one',
      )
        .argParser(workerCount)
        .default(0),
    )
    .option(
      '--replica-password-file <file>',
      'let replicas follow this catalog: programs with the password in this file, which only you can read',
    )
    .option(
      '--replica-of <url>',
      'follow the catalog of another Catalog Desk at this base address of its local API, and give its answers',
    )
    .option('--username <name>', 'with --replica-of: the user name of replicas there', 'replica')
    .option('--password-file <file>', 'with --replica-of: the file with the password of replicas there')
    .addOption(
      new Option(
        '--max-lag <seconds>',
        'with --replica-of: not ready when the copy was last compared with its hub longer ago',
      )
        .argParser(lag)
        .default(60),
    )
    .option(
      '--public-address <url>',
      'with --replica-of or --team: the address at which other computers reach this one, through a proxy on it',
    )
    .option(
      '--team [postgres-url]',
      'people sign in by name and password; their work is kept in a PostgreSQL database',
    )
    .option(
      '--media <s3-address>',
      'the S3 store of the pictures, as s3://BUCKET/PREFIX (default: as last time, else the workspace folder)',
    )
    .option('--open', 'open the page in the browser', false)
    .addOption(new Option('--no-screens', 'the page is served by another program (npm run dev)').hideHelp())
  withStoreOptions(command)
  withConditionsOptions(command)
  withCommonOptions(command).action(action(serve, 'Stopped before it was ready. What was saved is kept.'))
}

async function serve(options: ServeOptions, command: Command): Promise<number> {
  const { renderer, version, preparePage, host } = installation()
  if (options.workers > 0 && host === 'electron')
    throw new CommandError(
      'The desktop application answers in one process. For --workers, install the program with npm.',
    )
  const replicaPassword = await replicaPasswordOf(options)
  if (options.replicaOf !== undefined) {
    if (options.team !== undefined)
      throw new CommandError('A replica has no page: --team and --replica-of exclude one another.')
    const { serveReplica } = await import('../serve-replica.ts')
    return serveReplica({ ...options, replicaOf: options.replicaOf, replicaPassword }, print)
  }
  const pictureStore = storeOfOptions(options)
  const team = teamOf(options)
  if (options.screens) await preparePage(print)
  const log = await openLog(homeDirectory(), (await computerSettingsIn(homeDirectory()).read()).logLevel)
  // Stops are handled from the start, because a program may stop the host as soon as it has read the ready
  // line.
  const stopped = new AbortController()
  onStop(() => stopped.abort(), maxStartTime)
  whenParentEnds(() => stopped.abort())
  let isFirst = true
  let isStarting = true
  const desk = createDesk({
    home: homeDirectory(),
    config: (directory) => ({
      ...servicesConfig(directory, log),
      workers: options.workers,
      ...(team && { team: team.database }),
      ...(replicaPassword !== undefined && { replicaPassword }),
      // Another workspace, opened on the page, has its own place of pictures.
      ...(isStarting && pictureStore && { pictureStore }),
    }),
    log,
    async activate(services) {
      await services.startBackgroundWork()
      // The local API of the first workspace is started below, with this command's port and conditions.
      if (!isFirst) await services.localApi.resume()
      isFirst = false
    },
  })
  let pageServer: PageServer | undefined
  try {
    const wasNamed = command.getOptionValueSource('data') === 'cli' || process.env['CATALOG_DESK_DATA']
    const [last] = wasNamed ? [] : await desk.known.list()
    const directory = last?.directory ?? options.data
    const create = last === undefined
    // If the folder cannot be opened, a program gets an error, and a person gets a page with the cause and
    // possible actions.
    if (options.open) await desk.tryOpen(directory, { create })
    else await desk.open(directory, { create })
    isStarting = false
    stopped.signal.throwIfAborted()
    const services = desk.current()?.services
    await services?.localApi.conditions.setForThisRun(conditionsFrom(options))
    if (options.sandbox) await services?.workspace.startSandbox({ sample: options.sample })
    stopped.signal.throwIfAborted()
    const api = await services?.localApi.start(options.apiPort, schemeOf(options))
    const trust = services && api?.address.startsWith('https:') ? await keepCertificate(services) : undefined
    pageServer = await servePage(
      {
        handler: createPageHandler(desk, { renderer, grants: createGrants() }),
        screens: createScreens(desk, renderer, { signsIn: team !== undefined }),
      },
      options.uiPort,
      team && {
        admission: admitTeam(() => desk.current()?.services.people, accountName()),
        publicAddress: team.publicAddress,
      },
    )
    const ui = await pageServer.link(canAskForLinks() ? linkTime : undefined)
    const users = await services?.localApi.credentials()
    // At a terminal, print the addresses as text; for a program, print one line of JSON.
    if (options.json || !process.stdout.isTTY)
      process.stdout.write(`${JSON.stringify({ ui, api: api?.address, ...users, ...trust })}\n`)
    else
      print(
        `Catalog Desk is open at ${ui}\n${api ? localApiLine(api.address, users) : ''}${trust ? trustLine(trust) : ''}Ctrl+C ends it.`,
      )
    if (team && services) print(signInLine(await services.people.hasAny()))
    if (api?.takenPort)
      print(`Port ${api.takenPort} is taken by another program. The local API is at ${api.address}.`)
    const trouble = desk.trouble()
    if (trouble) print(trouble.message)
    const unwritable = services?.storage.unwritable()
    if (unwritable) print(unwritable.message)
    const { active = [] } = services?.localApi.conditions.state() ?? {}
    if (active.length > 0) print(`The local API runs with test conditions: ${active.join(', ')}.`)
    if (options.open) {
      const { default: openInBrowser } = await import('open')
      await openInBrowser(ui).catch(() => print('No browser could be opened; use the address above.'))
    }
    log.info({ workspace: services?.directory, version, node: process.version }, 'ready')
    offerNewLinks(pageServer)
    // From here on, a stop is the normal end.
    setStopMessage('Stopped.')
    if (!stopped.signal.aborted) await once(stopped.signal, 'abort')
    log.info('stopping')
    process.stdin.unref?.()
    expectStop()
    return 0
  } finally {
    await pageServer?.close()
    await desk.close()
  }
}

/** The password of replicas; nobody has to remember it, and it opens more than a user's. */
const minReplicaPassword = 20

async function replicaPasswordOf({
  replicaPasswordFile,
  workers,
}: ServeOptions): Promise<string | undefined> {
  if (replicaPasswordFile === undefined) return undefined
  if (workers > 0)
    throw new CommandError(
      'Replicas follow a program that answers in one process: --workers and --replica-password-file exclude one another.',
    )
  const password = await readPassword({ passwordFile: replicaPasswordFile }, { of: 'replicas', warn: print })
  if (password.length >= minReplicaPassword) return password
  throw new CommandError(
    `The password of replicas has fewer than ${minReplicaPassword} characters. Make one: openssl rand -base64 24`,
  )
}

function storeOfOptions(options: ServeOptions) {
  if (options.media !== undefined) return storeFrom(options.media, options)
  if (options.s3Endpoint !== undefined || options.mediaCache !== undefined)
    throw new CommandError('--s3-endpoint and --media-cache describe the S3 store: name it with --media.')
  return undefined
}

const localApiLine = (address: string, users: { username: string; password: string } | undefined): string =>
  `Local API:    ${address} (user ${users?.username}, password ${users?.password})\n`

const schemeOf = ({ https }: ServeOptions) => (https === undefined ? undefined : https ? 'https' : 'http')

/** The certificate that clients must trust for the local API over https. */
interface Trust {
  /** The path of the certificate; absent if it cannot be written. */
  certificate?: string
  /** SHA-256 of the certificate. */
  fingerprint: string
}

async function keepCertificate({ directory, localApi }: Services): Promise<Trust> {
  const { pem, fingerprint } = await localApi.certificate()
  const certificate = join(directory, certificateFile)
  const failure = await writeFileAtomic(certificate, pem).catch((error: Error) => error)
  if (!failure) return { certificate, fingerprint }
  print(`The certificate cannot be put into the workspace folder: ${failure.message}`)
  return { fingerprint }
}

const trustLine = ({ certificate, fingerprint }: Trust): string =>
  `Certificate:  ${certificate ?? 'on the Local API screen'} (for clients to trust; SHA-256 ${fingerprint})\n`

/** Validity of a link in milliseconds where the person can get another one. */
const linkTime = 10 * 60_000
const canAskForLinks = (): boolean => process.stdin.isTTY

/**
 * Prints a new link whenever the person presses Enter in the terminal, because a link admits only one
 * browser.
 */
function offerNewLinks(pageServer: PageServer): void {
  if (!canAskForLinks()) return
  createInterface({ input: process.stdin }).on('line', async () =>
    print(`Catalog Desk is open at ${await pageServer.link(linkTime)}`),
  )
}
