/** How programs are built so that they start fast and occupy little memory. */
import type { Plugin } from 'vite'

/** The used exports of `node:http`. */
const httpNames = [
  'createServer',
  'maxHeaderSize',
  'STATUS_CODES',
  'IncomingMessage',
  'ServerResponse',
  'Agent',
  'request',
  'get',
]
/**
 * Replaces the import of `node:http`. A normal import reads every property of the module, so Node would load
 * its web socket client: 30 ms of processor time per thread.
 */
const lazyHttp = {
  name: 'http-as-it-is',
  enforce: 'pre',
  resolveId: (id: string) => (id === 'node:http' ? '\0http-as-it-is' : undefined),
  load: (id: string) =>
    id === '\0http-as-it-is'
      ? `const http = process.getBuiltinModule('node:http')
export default http
export const { ${httpNames.join(', ')} } = http`
      : undefined,
} as const

/**
 * Replaces the import of `date-fns` in pino-roll, which requires the whole library for these functions: 300
 * modules in the memory of each program.
 */
const fewDates: Plugin = {
  name: 'few-dates',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'date-fns' && /[\\/]pino-roll[\\/]/.test(importer ?? '') ? '\0few-dates' : undefined,
  load: (id) =>
    id === '\0few-dates' ? "export { addDays, addHours, format, isValid, parse } from 'date-fns'" : undefined,
}

/**
 * The same program with all characters beyond ASCII escaped. Node decodes a source with a single such
 * character to two bytes per character, and each thread has its own copy.
 */
export const escapeNonAscii = (code: string): string =>
  code.replace(/\\?[^\0-\x7f]|\\./g, (found) => {
    const charCode = found.charCodeAt(found.length - 1)
    // A letter after a backslash is already escaped, so the backslash is replaced together with it.
    return charCode > 0x7f ? `\\u${charCode.toString(16).padStart(4, '0')}` : found
  })

/** Escapes every program of a build to ASCII. */
const asciiLetters: Plugin = {
  name: 'ascii-letters',
  enforce: 'post',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeNonAscii(file.code)
  },
}

/** Build options for fast-starting programs, used for bundles of a checkout and for installed programs. */
export const quickPrograms = {
  plugins: [lazyHttp, fewDates, asciiLetters],
  // Stack traces need the names of functions; all else would only occupy memory in each thread.
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
} satisfies { plugins: Plugin[]; minify: object }
