import { join } from 'node:path'
import { say } from '../../src-shared/texts/say.ts'
import type { ConnectionInput } from '../../src-shared/workspace/model.ts'
import type { WorkspaceSettingsStore } from '../storage/index.ts'

/** The services of the sandbox workspace that the sample service uses. */
interface SandboxServices {
  workspace: { startSandbox(options: { sample: boolean }): Promise<unknown> }
  localApi: {
    /** @throws if the port is not available */
    start(port: number): Promise<{ address: string }>
    credentials(): Promise<{ username: string; password: string }>
  }
  startServing(): Promise<void>
  close(): Promise<void>
}

interface SampleServiceOptions {
  /** Folder of the workspace that is connected to the sample. */
  directory: string
  settings: WorkspaceSettingsStore
  openSandbox(directory: string): Promise<SandboxServices>
  /** Called when the service has started, so that waiting feeds can be sent. */
  onStarted(): void
  /** Called when another program uses the last port, so that the service has a new address. */
  onMoved(before: string, now: ConnectionInput): Promise<void>
}

const addressAt = (port: number): string => `http://127.0.0.1:${port}`

export type SampleService = ReturnType<typeof createSampleService>

/** The service with the sample catalog: a separate sandbox workspace inside the folder of this workspace. */
export function createSampleService(options: SampleServiceOptions) {
  const { directory, settings, openSandbox, onStarted, onMoved } = options
  let services: SandboxServices | undefined
  let address = ''

  const start = async (): Promise<ConnectionInput> => {
    const { sampleService } = await settings.read()
    if (!services) {
      services = await openSandbox(join(directory, 'sample-service'))
      await services.workspace.startSandbox({ sample: true })
      await services.startServing()
      // The connection contains the address, which changes only if another program uses the port.
      const port = sampleService?.port ?? 0
      const { localApi } = services
      address = (await localApi.start(port).catch(() => localApi.start(0))).address
    }
    const port = Number(new URL(address).port)
    if (!sampleService?.running || sampleService.port !== port)
      await settings.write({ sampleService: { running: true, port } })
    const connection = { address, ...(await services.localApi.credentials()) }
    if (sampleService && sampleService.port !== port) await onMoved(addressAt(sampleService.port), connection)
    return connection
  }
  const close = async (): Promise<void> => {
    const closing = services
    services = undefined
    await closing?.close()
  }
  return {
    /** Starts the service, on its last port if that is free. Returns the connection data. */
    start,
    close,
    /**
     * Starts or stops the service by a person's choice, and stores the choice. While it is stopped, this
     * workspace is offline.
     */
    async set(running: boolean): Promise<void> {
      const { sampleService } = await settings.read()
      if (!sampleService) throw new Error(say`This workspace is not connected to the sample service.`)
      if (running) {
        await start()
        onStarted()
      } else {
        await close()
        await settings.write({ sampleService: { ...sampleService, running: false } })
      }
    },
    /** Starts the service if it was running when the workspace was closed. */
    async resume(): Promise<void> {
      const { sampleService } = await settings.read()
      if (sampleService?.running) await start()
    },
    async state(): Promise<{ running: boolean; address: string } | undefined> {
      const { sampleService } = await settings.read()
      if (!sampleService) return undefined
      return { running: services !== undefined, address: addressAt(sampleService.port) }
    },
  }
}
