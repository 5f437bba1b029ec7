import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { isAccessibleToOthers } from '../../../platform/files/private-files.ts'
import { readFileLimited, TooLargeError } from '../../../platform/files/read-bounded.ts'
import { CommandError, unreadable } from '../command.ts'

/** The options for a password; a command accepts at most one of them. */
export interface PasswordOptions {
  password?: string
  passwordStdin?: boolean
  passwordFile?: string
}

const variable = 'CATALOG_DESK_PASSWORD'
/** Maximum length of a password in bytes; anything longer is a wrong file. */
const maxBytes = 4096

export const withPasswordOptions = (command: Command): Command =>
  command
    .option('--password-stdin', 'read the password from standard input')
    .option('--password-file <file>', 'read the password from a file that only you can read')
    .option(
      '--password <password>',
      `the password itself; other programs on this computer can see it. Without any of the three: ${variable}, else it is asked for`,
    )

/**
 * Reads the password from the options, or from the environment, or from the person at the terminal. A
 * trailing line break in a file or a pipe is not part of the password.
 * @throws CommandError when no password was given, or when the text cannot be a password
 */
export async function readPassword(
  options: PasswordOptions,
  { of, warn }: { of: string; warn: (line: string) => void },
): Promise<string> {
  const { password, passwordStdin, passwordFile } = options
  const given = [
    password !== undefined && '--password',
    passwordStdin && '--password-stdin',
    passwordFile !== undefined && '--password-file',
  ].filter(Boolean)
  if (given.length > 1) throw new CommandError(`${given.join(' and ')} exclude one another: choose one.`)
  if (password !== undefined) {
    // The process list shows the command line with the password until the title is replaced.
    process.title = 'desk'
    warn(
      'A password on the command line can be read by other programs on this computer. Better: --password-stdin, --password-file, or the prompt.',
    )
    return usable(password)
  }
  if (passwordFile !== undefined) return usable(await fromFile(passwordFile, warn))
  if (passwordStdin) return usable(withoutLineBreak(await fromStandardInput()))
  const inEnvironment = process.env[variable]
  if (inEnvironment !== undefined) return usable(inEnvironment)
  if (process.stdin.isTTY) return usable(await prompt(`Password of ${of}: `))
  throw new CommandError(
    `No password was given. Use --password-stdin, --password-file or ${variable}; at a terminal it is asked for.`,
  )
}

async function fromFile(file: string, warn: (line: string) => void): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await readFileLimited(file, maxBytes)
    if (isAccessibleToOthers(file))
      warn(`Other users of this computer may read ${file}. Close it to them: chmod 600 ${file}`)
  } catch (error) {
    if (error instanceof TooLargeError) throw unreadable(file, new Error('it is too long to be one password'))
    throw unreadable(file, error)
  }
  return withoutLineBreak(bytes)
}

async function fromStandardInput(): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
    if (length > maxBytes) break
  }
  return Buffer.concat(pieces)
}

function withoutLineBreak(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '')
  } catch {
    throw new CommandError('The password is not text in UTF-8.')
  }
}

/** @throws CommandError, without the password, when HTTP cannot transfer the password */
function usable(password: string): string {
  if (password === '') throw new CommandError('The password is empty.')
  if (Buffer.byteLength(password) > maxBytes) throw new CommandError('The password is too long to be one.')
  // The password is sent in a header, which must be one line.
  if (/[\r\n\0]/.test(password)) throw new CommandError('The password has more than one line.')
  if (password !== password.replace(/^[ \t]+|[ \t]$/g, ''))
    throw new CommandError(
      'The password begins or ends with a space, which HTTP cannot transmit. Check the password.',
    )
  return password
}

/** Asks at the terminal without echo; not even the number of typed characters is shown. */
function prompt(question: string): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: hidden, terminal: true, historySize: 0 })
  // Echo is off before the question is printed, so that an immediate or pasted answer is not shown either.
  process.stderr.write(question)
  return new Promise((resolve, reject) => {
    line.once('line', (typed) => {
      resolve(typed)
      line.close()
    })
    // A terminal in raw mode delivers Ctrl+C as a key instead of a signal.
    line.once('SIGINT', () => {
      process.stderr.write('\n')
      line.close()
      process.emit('SIGINT')
    })
    line.once('close', () => {
      process.stderr.write('\n')
      reject(new CommandError('No password was given.'))
    })
  })
}
