import { isOnThisComputer } from '../../../../src-shared/values/this-computer.ts'
import { actingName } from '../../../platform/acting-person.ts'
import { CommandError } from '../command.ts'

interface TeamOptions {
  /** The address of the database; true without one. */
  team?: string | true
  publicAddress?: string
}

interface TeamChoice {
  database: { url?: string }
  /** Origin at which a proxy on this computer publishes the page. */
  publicAddress: string | undefined
}

/** The options of a team; undefined without one. @throws CommandError */
export function teamOf({ team, publicAddress }: TeamOptions): TeamChoice | undefined {
  if (team === undefined) {
    if (publicAddress === undefined) return undefined
    throw new CommandError(
      '--public-address names the address of a replica or of a team: use it with --replica-of or --team.',
    )
  }
  return {
    database: team === true ? {} : { url: databaseUrl(team) },
    publicAddress: publicAddress === undefined ? undefined : publicOrigin(publicAddress),
  }
}

/** @throws CommandError, without the address, which may contain a password */
function databaseUrl(given: string): string {
  const url = URL.parse(given)
  if (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') return given
  throw new CommandError('The address of the database of a team begins with postgres:// or postgresql://.')
}

/** Origin at which a proxy on this computer publishes the program. @throws CommandError for an unsafe address */
export function publicOrigin(given: string): string {
  const url = URL.parse(given)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isOnThisComputer(given))
  if (url && isSafe && url.href === `${url.origin}/`) return url.origin
  throw new CommandError(
    `${given} is not an address for other computers: it looks like https://catalog.example, without a path.`,
  )
}

/** Name of the person who enters an empty team by its link. */
export const accountName = (): string => actingName() || 'administrator'

/** How to enter the page of a team. */
export const signInLine = (hasPeople: boolean): string =>
  hasPeople
    ? 'People sign in with name and password. Add people in the settings, or with the command people add.'
    : 'The team has no people yet: open the address above once, and add the first administrator.'
