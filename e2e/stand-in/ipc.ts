import { EventEmitter } from 'node:events'
import type { Json } from './chromium.ts'

type Handler = (event: Json, ...args: unknown[]) => unknown
const invokable = new Map<string, Handler>()

class IpcMain extends EventEmitter {
  handle(channel: string, handler: Handler): void {
    if (invokable.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    invokable.set(channel, handler)
  }
  removeHandler(channel: string): void {
    invokable.delete(channel)
  }
}
export const ipcMain = new IpcMain()

/** Handles `ipcRenderer.invoke`. */
export async function invoke(channel: string, event: Json, args: unknown[]): Promise<Json> {
  try {
    const handler = invokable.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return { value: await handler(event, ...args) }
  } catch (error) {
    return { error: `Error invoking remote method '${channel}': ${error}` }
  }
}
