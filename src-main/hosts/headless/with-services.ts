import { join, resolve } from 'node:path'
import { createServices, type Services, type ServicesConfig } from '../../app/app.ts'
import { homeDirectory } from '../../platform/home.ts'
import { createLog, type Logger } from '../../platform/log.ts'
import { powerOfNode } from '../../platform/power.ts'
import { sealedSecrets } from '../../platform/secrets.ts'
import { projectDirectory } from '../launch/build.ts'
import { threadBundle } from '../launch/bundle.ts'
import { type CommonOptions, version } from './command.ts'

const thread = await threadBundle()
const power = powerOfNode()

/** A workspace as this host opens it: from source, its secrets sealed with this computer's key. */
export const servicesConfig = (directory: string, log: Logger = createLog()): ServicesConfig => ({
  directory: resolve(directory),
  host: 'headless',
  version,
  thread,
  resources: join(projectDirectory, 'resources'),
  log,
  power,
  wrapSecrets: (inFile) => sealedSecrets(inFile, join(homeDirectory(), 'computer.key')),
})

/** Opens the workspace for the time of one command, with nothing started by itself. */
export async function withServices<T>(
  options: CommonOptions,
  use: (services: Services) => Promise<T>,
): Promise<T> {
  // One command asks one thing after the other: a second reading thread would only have to be started.
  const services = await createServices({ ...servicesConfig(options.data), readers: 1 })
  try {
    return await use(services)
  } finally {
    await services.close()
  }
}
