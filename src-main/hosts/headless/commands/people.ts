import { type Command, Option } from 'commander'
import { chosenPassword, type PersonEntry, personName } from '../../../../src-shared/team/people-model.ts'
import { type Role, roles } from '../../../../src-shared/team/person.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { readPassword } from '../options/read-password.ts'
import { withServices } from '../with-services.ts'

interface PasswordFileOptions extends CommonOptions {
  passwordFile?: string
}
interface AddOptions extends PasswordFileOptions {
  role: Role
}

const stopMessage = 'Stopped. The people were not changed, or completely.'

export function register(desk: Command): void {
  const people = desk
    .command('people')
    .description('List, add and change the people of a team (serve --team).')
  const passwordFile = '--password-file <file>'
  const ofPassword = 'read the password from a file that only you can read; else it is asked for'
  withCommonOptions(people.command('list').description('List the people with role and last sign-in.')).action(
    action(list, stopMessage),
  )
  withCommonOptions(
    people
      .command('add')
      .description('Add a person. The first one must be an administrator.')
      .argument('<name>', 'name to sign in with')
      .addOption(new Option('--role <role>', 'what the person may do').choices(roles).default('author'))
      .option(passwordFile, ofPassword),
  ).action(action(add, stopMessage))
  withCommonOptions(
    people
      .command('password')
      .description('Set the password of a person, who is signed out everywhere.')
      .argument('<name>', 'name of the person')
      .option(passwordFile, ofPassword),
  ).action(action(password, stopMessage))
  withCommonOptions(
    people
      .command('role')
      .description('Change the role of a person.')
      .argument('<name>', 'name of the person')
      .argument('<role>', roles.join(', ')),
  ).action(action(role, stopMessage))
  withCommonOptions(
    people
      .command('disable')
      .description('Disable a person, who is signed out and cannot sign in.')
      .argument('<name>', 'name of the person'),
  ).action(action((name: string, options: CommonOptions) => setDisabled(name, true, options), stopMessage))
  withCommonOptions(
    people
      .command('enable')
      .description('Let a disabled person sign in again.')
      .argument('<name>', 'name of the person'),
  ).action(action((name: string, options: CommonOptions) => setDisabled(name, false, options), stopMessage))
  withCommonOptions(
    people
      .command('remove')
      .description('Remove a person. What the person wrote stays.')
      .argument('<name>', 'name of the person'),
  ).action(action(remove, stopMessage))
}

const warn = (line: string): void => void process.stderr.write(`${line}\n`)

/** @throws CommandError with the first problem */
function checked<T>(
  schema: {
    safeParse(value: string): { success: boolean; data?: T; error?: { issues: { message: string }[] } }
  },
  value: string,
): T {
  const { data, error } = schema.safeParse(value)
  if (data !== undefined) return data
  throw new CommandError(error?.issues[0]?.message ?? 'This value cannot be used.')
}

const newPassword = async (name: string, { passwordFile }: PasswordFileOptions): Promise<string> =>
  checked(
    chosenPassword,
    await readPassword({ ...(passwordFile !== undefined && { passwordFile }) }, { of: name, warn }),
  )

const lineOf = ({ name, role, isDisabled, signedInAt }: PersonEntry): string =>
  `${name}  ${role}${isDisabled ? '  disabled' : ''}  ${signedInAt ?? 'never signed in'}`

const list = (options: CommonOptions): Promise<number> =>
  withServices(options, async ({ people }) => {
    const all = await people.list()
    answer(options, all, all.length === 0 ? ['There are no people.'] : all.map(lineOf))
    return 0
  })

async function add(given: string, options: AddOptions): Promise<number> {
  const name = checked(personName, given)
  const password = await newPassword(name, options)
  return withServices(options, async ({ people }) => {
    await people.add({ name, role: options.role, password })
    answer(options, { name, role: options.role }, [`Added ${name} as ${options.role}.`])
    return 0
  })
}

async function password(name: string, options: PasswordFileOptions): Promise<number> {
  const next = await newPassword(name, options)
  return withServices(options, async ({ people }) => {
    await people.setPassword(name, next)
    answer(options, { name }, [`Set the password of ${name}.`])
    return 0
  })
}

async function role(name: string, given: string, options: CommonOptions): Promise<number> {
  const chosen = roles.find((known) => known === given)
  if (!chosen) throw new CommandError(`${given} is no role. The roles are: ${roles.join(', ')}.`)
  return withServices(options, async ({ people }) => {
    await people.setRole(name, chosen)
    answer(options, { name, role: chosen }, [`${name} is ${chosen} now.`])
    return 0
  })
}

const setDisabled = (name: string, isDisabled: boolean, options: CommonOptions): Promise<number> =>
  withServices(options, async ({ people }) => {
    await people.setDisabled(name, isDisabled)
    answer(options, { name, isDisabled }, [`${isDisabled ? 'Disabled' : 'Enabled'} ${name}.`])
    return 0
  })

const remove = (name: string, options: CommonOptions): Promise<number> =>
  withServices(options, async ({ people }) => {
    await people.remove(name)
    answer(options, { name }, [`Removed ${name}.`])
    return 0
  })
