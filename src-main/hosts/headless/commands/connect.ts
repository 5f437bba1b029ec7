import { type Command, InvalidArgumentError, Option } from 'commander'
import { type FeedChoice, feedChoices } from '../../../../src-shared/feeds/outbox/model.ts'
import { mediaHostOf, mediaHostsOf, notAMediaHost } from '../../../../src-shared/media/media-hosts.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { connectionInput, isUnencrypted, unencryptedWarning } from '../../../../src-shared/workspace/model.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { type PasswordOptions, readPassword, withPasswordOptions } from '../options/read-password.ts'
import { confirm, isInteractive } from '../terminal.ts'
import { withServices } from '../with-services.ts'

interface ConnectOptions extends CommonOptions, PasswordOptions {
  username?: string
  namespace?: string
  mediaHost: string[]
  removeMediaHost: string[]
  allowHttp: boolean
  feeds?: FeedChoice
}

const warn = (line: string): void => void process.stderr.write(`${line}\n`)

export function register(desk: Command): void {
  const command = desk
    .command('connect')
    .description(
      'Connect the workspace to a Catalog Data Service; without an address, change what the connection allows.',
    )
    .argument('[url]', 'base address of the service, without a version')
    .option('--username <name>', 'user name at the service')
    .option('--namespace <base>', 'base of the XML namespace names the service uses')
    .option(
      '--media-host <host>',
      'a host other than the service from which pictures may be downloaded, such as images.example, or http://images.example for plain http; repeat it for more',
      each,
      [],
    )
    .option('--remove-media-host <host>', 'a host from which pictures may no longer be downloaded', each, [])
    .option(
      '--allow-http',
      'allow plain http, where others on the network path can read the password and the catalog',
      false,
    )
    .addOption(
      new Option(
        '--feeds <choice>',
        'what to do with feeds of the previous service: hold (keep until it is connected again), send (send waiting feeds to the new service), withdraw (turn waiting feeds into drafts), same (the same service at a new address)',
      ).choices(feedChoices),
    )
  withPasswordOptions(command)
  withCommonOptions(command).action(action(connect, 'Stopped. The connection is as it was before.'))
}

const each = (host: string, current: string[]): string[] => {
  if (mediaHostOf(host) === undefined) throw new InvalidArgumentError(notAMediaHost(host))
  return [...current, host]
}

/** The media hosts after the command: the current ones without the removed ones, plus the added ones. */
const hostsAfter = (
  current: readonly string[],
  { mediaHost, removeMediaHost }: Pick<ConnectOptions, 'mediaHost' | 'removeMediaHost'>,
): string[] => {
  const removed = mediaHostsOf(removeMediaHost)
  const unknown = removed.filter((host) => !current.includes(host))
  if (unknown.length > 0)
    throw new CommandError(
      `${unknown.join(', ')}: no media host of this connection. Its media hosts: ${current.join(', ') || 'none'}.`,
    )
  return mediaHostsOf([...current.filter((host) => !removed.includes(host)), ...mediaHost])
}

const hostsLine = (hosts: readonly string[]): string =>
  hosts.length === 0
    ? 'Pictures are fetched from the service alone.'
    : `Pictures are fetched from the service and from ${hosts.join(', ')}.`

/** Changes settings of the current connection that need no password. */
async function change(options: ConnectOptions): Promise<undefined> {
  const { allowHttp, mediaHost, removeMediaHost, username, namespace } = options
  const isHosts = mediaHost.length + removeMediaHost.length > 0
  if (username !== undefined || namespace !== undefined || (!allowHttp && !isHosts))
    throw new CommandError(
      'Name the service: desk connect <url> --username <name>. Without an address, --media-host, --remove-media-host and --allow-http change the present connection.',
    )
  const state = await withServices(options, async ({ workspace }) => {
    const { connection } = await workspace.state()
    if (!connection) return workspace.refuseSync()
    if (isHosts) await workspace.setMediaHosts({ hosts: hostsAfter(connection.mediaHosts, options) })
    return allowHttp ? workspace.allowPlainHttp() : workspace.state()
  })
  answer(options, state.connection, [
    hostsLine(state.connection?.mediaHosts ?? []),
    ...(mediaHost.length > 0 ? ['The next sync fetches what is missing: desk sync.'] : []),
    ...(allowHttp ? [unencryptedWarning] : []),
  ])
}

async function connect(address: string | undefined, options: ConnectOptions): Promise<undefined> {
  if (address === undefined) return change(options)
  const { username } = options
  if (username === undefined) throw new CommandError('Say who connects: --username <name>.')
  if (options.removeMediaHost.length > 0)
    throw new CommandError('--remove-media-host changes the present connection: give it without an address.')
  // Parsed once before the password is read, so that errors in other input are reported first.
  const parse = (password: string) => {
    const input = connectionInput.safeParse({
      address,
      username,
      password,
      mediaHosts: options.mediaHost.length > 0 ? options.mediaHost : undefined,
      namespaceBase: options.namespace,
      allowPlainHttp: options.allowHttp || undefined,
      feeds: options.feeds,
    })
    if (!input.success) throw new CommandError(input.error.issues.map((issue) => issue.message).join('; '))
    return input.data
  }
  parse('not known yet')
  const allowPlainHttp = options.allowHttp || (await agreed(address))
  const password = await readPassword(options, { of: `${username} at ${address}`, warn })
  const input = { ...parse(password), allowPlainHttp: allowPlainHttp || undefined }
  const state = await withServices(options, (services) => services.workspace.connect(input)).catch(withOption)
  const { connection } = state
  answer(options, connection, [
    `Connected to ${connection?.address} as ${connection?.username}.`,
    ...(connection && connection.mediaHosts.length > 0 ? [hostsLine(connection.mediaHosts)] : []),
    ...(connection && isUnencrypted(connection.address) ? [unencryptedWarning] : []),
  ])
}

/** Adds the option to the error about pending feeds. */
function withOption(error: unknown): never {
  if (error instanceof PlainError && error.code === 'FEEDS_WAIT')
    throw new CommandError(
      `${error.message} Add --feeds with hold, send, withdraw or same; desk connect --help says what each does.`,
    )
  throw error
}

/** Whether plain http is agreed to: a person at a terminal is asked; a program must pass --allow-http. */
async function agreed(address: string): Promise<boolean> {
  if (!isUnencrypted(address)) return false
  if (isInteractive()) {
    warn(unencryptedWarning)
    if (await confirm('Connect anyway? [y/N] ')) return true
    throw new CommandError('Not connected.')
  }
  throw new CommandError(`${unencryptedWarning} To connect anyway, add --allow-http.`)
}
