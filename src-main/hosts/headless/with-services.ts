import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createLog } from '../../platform/log.ts'
import { createServices, type Services } from '../../services.ts'
import { projectDirectory } from '../launch/build.ts'
import type { CommonOptions } from './command.ts'
import { version } from './version.ts'

/** Opens the workspace the way the command line needs it: from source, with nothing started by itself. */
export function openServices(directory: string): Promise<Services> {
  return createServices({
    directory: resolve(directory),
    host: 'headless',
    version,
    thread: pathToFileURL(join(projectDirectory, 'src-main/thread.ts')),
    resources: join(projectDirectory, 'resources'),
    log: createLog(),
  })
}

/** Opens the workspace for the time of one command. */
export async function withServices<T>(
  options: CommonOptions,
  use: (services: Services) => Promise<T>,
): Promise<T> {
  const services = await openServices(options.data)
  try {
    return await use(services)
  } finally {
    await services.close()
  }
}
