import { once } from 'node:events'
import { resolve } from 'node:path'
import { isOnThisComputer } from '../../../src-shared/values/this-computer.ts'
import { homeDirectory } from '../../platform/files/home.ts'
import { openLog } from '../../platform/log/log.ts'
import { openReplica } from '../../replica/index.ts'
import { computerSettingsIn } from '../../workspace/index.ts'
import { whenParentEnds } from '../launch/desk-process.ts'
import { CommandError } from './command.ts'
import { installation } from './installation.ts'
import { type ConditionsOptions, conditionsFrom } from './options/conditions-options.ts'
import { readPassword } from './options/read-password.ts'
import { publicOrigin } from './options/team-options.ts'
import { expectStop, onStop, setStopMessage } from './stop.ts'

interface ReplicaOptions extends ConditionsOptions {
  data: string
  json?: boolean
  replicaOf: string
  username: string
  passwordFile?: string
  maxLag: number
  publicAddress?: string
  apiPort?: number
  sandbox: boolean
  sample: boolean
  https?: boolean
  workers: number
  open: boolean
  media?: string
  replicaPassword: string | undefined
}

/** Milliseconds for a start to end after a stop. */
const maxStartTime = 30_000

/** Serves a replica until it is stopped. A replica has no page: its catalog is changed at the hub. */
export async function serveReplica(options: ReplicaOptions, print: (line: string) => void): Promise<number> {
  const address = hubAddress(options.replicaOf)
  refuseOthers(options)
  if (options.passwordFile === undefined)
    throw new CommandError('A replica needs the password of replicas at its hub: --password-file.')
  const password = await readPassword(
    { passwordFile: options.passwordFile },
    { of: options.username, warn: print },
  )
  const home = homeDirectory()
  const log = await openLog(home, (await computerSettingsIn(home).read()).logLevel)
  const stopped = new AbortController()
  onStop(() => stopped.abort(), maxStartTime)
  whenParentEnds(() => stopped.abort())
  const directory = resolve(options.data)
  const replica = await openReplica({
    ...{ directory, log, replicaPassword: options.replicaPassword },
    hub: { address, username: options.username, password },
    maxLag: options.maxLag * 1000,
    port: options.apiPort ?? 0,
    publicAddress: options.publicAddress === undefined ? undefined : publicOrigin(options.publicAddress),
    tell: (trouble) => print(`The hub cannot be followed now, and is asked again: ${trouble}`),
    thread: await installation().thread(),
  })
  try {
    const { address: api } = replica
    if (options.json || !process.stdout.isTTY) process.stdout.write(`${JSON.stringify({ api })}\n`)
    else print(`Local API:    ${api} (the users of ${address})\nCtrl+C ends it.`)
    log.info({ replica: directory, hub: address }, 'ready')
    setStopMessage('Stopped.')
    if (!stopped.signal.aborted) await once(stopped.signal, 'abort')
    log.info('stopping')
    expectStop()
    return 0
  } finally {
    await replica.close()
  }
}

/** @throws CommandError for an address that is none, or that passwords must not be sent to */
function hubAddress(given: string): string {
  const url = URL.parse(given)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.search !== '' || url.hash !== '')
    throw new CommandError(
      `${given} is not the address of a hub: it looks like https://hub.example or http://127.0.0.1:8642.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new CommandError('Leave user name and password out of the address: --username, --password-file.')
  if (url.protocol === 'http:' && !isOnThisComputer(given))
    throw new CommandError(
      `A replica does not follow ${given} over http: passwords of users would travel readable. Use https, or an address of this computer.`,
    )
  return url.href.replace(/\/$/, '')
}

function refuseOthers(options: ReplicaOptions): void {
  const conditions = Object.keys(conditionsFrom(options)).length > 0
  const others = [
    options.sandbox && '--sandbox',
    options.sample && '--sample',
    options.https && '--https',
    options.workers > 0 && '--workers',
    options.open && '--open',
    options.media !== undefined && '--media',
    conditions && 'test conditions',
  ].filter((name) => typeof name === 'string')
  if (others.length > 0)
    throw new CommandError(
      `A replica follows its hub and has no page: ${others.join(', ')} and --replica-of exclude one another.`,
    )
}
