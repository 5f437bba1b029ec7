import { fileURLToPath } from 'node:url'
import { createServices, type ServicesConfig } from '../app/app.ts'
import { createLog } from '../platform/log/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import { threadEntry } from './temporary-workspace.ts'

/** The real components from which a test builds every service of a workspace. */
export const servicesConfig = (
  directory: string,
  wrapSecrets?: (inFile: Secrets) => Secrets,
): ServicesConfig => ({
  directory,
  host: 'headless',
  version: '0.0.0',
  thread: threadEntry,
  readers: 1,
  resources: fileURLToPath(new URL('../../resources', import.meta.url)),
  log: createLog('silent'),
  ...(wrapSecrets ? { wrapSecrets } : {}),
})

export const openServices = (
  directory: string,
  config: Partial<Pick<ServicesConfig, 'replicaPassword'>> = {},
) => createServices({ ...servicesConfig(directory), ...config })
