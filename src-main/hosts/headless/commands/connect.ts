import type { Command } from 'commander'
import { isReadableOnTheWay, readableOnTheWay } from '../../../../src-shared/readable-on-the-way.ts'
import { connectionInput } from '../../../../src-shared/rpc/workspace-contract.ts'
import { agrees, canBeAsked } from '../agree.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { type PasswordOptions, readPassword, withPasswordOptions } from '../read-password.ts'
import { withServices } from '../with-services.ts'

interface ConnectOptions extends CommonOptions, PasswordOptions {
  username: string
  namespace?: string
  allowHttp: boolean
}

const warn = (line: string): void => void process.stderr.write(`${line}\n`)

export function register(desk: Command): void {
  const command = desk
    .command('connect')
    .description('Connect the workspace to a Catalog Data Service.')
    .argument('<url>', 'base address of the service, without a version')
    .requiredOption('--username <name>', 'user name at the service')
    .option('--namespace <base>', 'base of the XML namespace names the service uses')
    .option(
      '--allow-http',
      'agree that password and catalog travel over plain http, where others on the way can read them',
      false,
    )
  withPasswordOptions(command)
  withCommonOptions(command).action(action(connect, 'Stopped. The connection is as it was before.'))
}

async function connect(address: string, options: ConnectOptions): Promise<undefined> {
  // What is wrong with the rest is said before a password is asked for.
  const parse = (password: string) => {
    const input = connectionInput.safeParse({
      address,
      username: options.username,
      password,
      ...(options.namespace === undefined ? {} : { namespaceBase: options.namespace }),
      ...(options.allowHttp && { allowPlainHttp: true }),
    })
    if (!input.success) throw new CommandError(input.error.issues.map((issue) => issue.message).join('; '))
    return input.data
  }
  parse('not known yet')
  const allowPlainHttp = options.allowHttp || (await agreed(address))
  const password = await readPassword(options, { of: `${options.username} at ${address}`, warn })
  const input = { ...parse(password), ...(allowPlainHttp && { allowPlainHttp }) }
  const state = await withServices(options, (services) => services.workspace.connect(input))
  const { connection } = state
  answer(options, connection, [
    `Connected to ${connection?.address} as ${connection?.username}.`,
    ...(connection && isReadableOnTheWay(connection.address) ? [readableOnTheWay] : []),
  ])
}

/** A person at a terminal is asked; anyone else says it with the command. */
async function agreed(address: string): Promise<boolean> {
  if (!isReadableOnTheWay(address)) return false
  if (canBeAsked()) {
    warn(readableOnTheWay)
    if (await agrees('Connect all the same? [y/N] ')) return true
    throw new CommandError('Not connected.')
  }
  throw new CommandError(`${readableOnTheWay} To go on all the same, add --allow-http.`)
}
