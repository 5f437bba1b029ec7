import type { Command } from 'commander'
import { connectionInput } from '../../../../src-shared/rpc/workspace-contract.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { withServices } from '../with-services.ts'

interface ConnectOptions extends CommonOptions {
  username: string
  password: string
  namespace?: string
}

export function register(desk: Command): void {
  const command = desk
    .command('connect')
    .description('Connect the workspace to a Catalog Data Service.')
    .argument('<url>', 'base address of the service, without a version')
    .requiredOption('--username <name>', 'user name at the service')
    .requiredOption('--password <password>', 'password at the service')
    .option('--namespace <base>', 'base of the XML namespace names the service uses')
  withCommonOptions(command).action(action(connect))
}

async function connect(address: string, options: ConnectOptions): Promise<undefined> {
  const input = connectionInput.safeParse({
    address,
    username: options.username,
    password: options.password,
    ...(options.namespace === undefined ? {} : { namespaceBase: options.namespace }),
  })
  if (!input.success) throw new CommandError(input.error.issues.map((issue) => issue.message).join('; '))
  const state = await withServices(options, (services) => services.workspace.connect(input.data))
  answer(options, state.connection, [
    `Connected to ${state.connection?.address} as ${state.connection?.username}.`,
  ])
}
