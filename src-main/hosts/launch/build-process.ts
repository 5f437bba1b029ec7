/**
 * Builds the application into the folder given as the first argument. Ends when the process that forked it
 * ends.
 */
import { build } from 'electron-vite'
import { combineLicenses } from './licenses.ts'

process.once('disconnect', () => process.exit(1))
const folder = process.argv[2] as string
await build({ root: process.cwd(), logLevel: 'warn', build: { outDir: folder } })
combineLicenses(folder, process.cwd())
process.exit(0)
