import type { ServicesConfig } from '../../app/app.ts'
import type { PowerState } from '../../platform/power.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** The parts of the running program: a source checkout, an installed package or the installed app. */
export interface Installation {
  /** The name of the command in help texts. */
  program: string
  version: string
  host: ServicesConfig['host']
  /** The folder `resources` with fonts, sample, schemas and reference. */
  resources: string
  /** The entry of the storage threads. */
  thread(): Promise<URL>
  /** The folder of the built page. */
  renderer: string
  /**
   * Updates the page before it is served.
   * @param say called with a line before work that takes long
   */
  preparePage(say: (line: string) => void): Promise<void>
  power: PowerState
  systemProxy?: ServicesConfig['systemProxy']
  startProgram?: ServicesConfig['startProgram']
  /** Encrypts values before they are sealed with this computer's key. */
  inKeyStore?: (inner: Secrets) => Secrets
}

let current: Installation | undefined

/** Sets the parts of this program. Must be called once, before a command is loaded. */
export function setInstallation(installation: Installation): void {
  current = installation
}

/** The parts of this program. @throws if they are not set, which is a defect */
export function installation(): Installation {
  if (!current) throw new Error('The parts of the program are not set.')
  return current
}
