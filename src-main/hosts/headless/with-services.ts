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

/** How this host opens a workspace: from source, with secrets sealed by this computer's key. */
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

/** Opens the workspace for one command, without any background work. */
export async function withServices<T>(
  options: CommonOptions,
  use: (services: Services) => Promise<T>,
): Promise<T> {
  // A command reads one thing after the other, so a second reading thread would be of no use.
  const services = await createServices({ ...servicesConfig(options.data), readers: 1 })
  try {
    return await use(services)
  } finally {
    await services.close()
  }
}
