import { join, resolve } from 'node:path'
import { createServices, type Services, type ServicesConfig } from '../../app/app.ts'
import { homeDirectory } from '../../platform/files/home.ts'
import { createLog, type Logger } from '../../platform/log/log.ts'
import { sealedSecrets } from '../../platform/secrets.ts'
import type { CommonOptions } from './command.ts'
import { installation } from './installation.ts'

const { host, version, resources, power, systemProxy, startProgram, inKeyStore, ...program } = installation()
const thread = await program.thread()

/** How this program opens a workspace: with secrets sealed by this computer's key. */
export const servicesConfig = (directory: string, log: Logger = createLog()): ServicesConfig => ({
  directory: resolve(directory),
  host,
  version,
  thread,
  resources,
  log,
  power,
  ...(systemProxy && { systemProxy }),
  ...(startProgram && { startProgram }),
  wrapSecrets(inFile) {
    const sealed = sealedSecrets(inFile, join(homeDirectory(), 'computer.key'))
    return inKeyStore ? inKeyStore(sealed) : sealed
  },
})

/** Opens the workspace for one command, without background work. */
export async function withServices<T>(
  options: CommonOptions,
  use: (services: Services) => Promise<T>,
  config: Partial<ServicesConfig> = {},
): Promise<T> {
  // A command reads sequentially, so a second reader thread would be useless.
  const services = await createServices({ ...servicesConfig(options.data), readers: 1, ...config })
  try {
    return await use(services)
  } finally {
    await services.close()
  }
}
