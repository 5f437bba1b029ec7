/** Runs before the module of a utility process: makes a Node process look like one of Electron's. */
import { EventEmitter } from 'node:events'

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void process.send?.(message),
})
process.on('message', (data) => port.emit('message', { data }))
process.once('disconnect', () => process.exit())
Object.assign(process.versions, { electron: '45.4.1', chrome: '156' })
Object.assign(process, { type: 'utility', parentPort: port })
