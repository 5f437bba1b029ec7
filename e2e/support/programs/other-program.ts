import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'

interface ProgramAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/**
 * Another program on this computer that uses the local API with an address, two headers and a certificate.
 */
export class OtherProgram {
  readonly username: string
  password: string
  /** Base address, without a version. */
  address: string
  /** The PEM certificate that the program trusts; without one, https fails. */
  certificate: string | undefined

  constructor({ address, username, password }: { address: string; username: string; password: string }) {
    this.address = address
    this.username = username
    this.password = password
  }

  /** @param feed sent as a POST with XML, if given */
  async call(path: string, feed?: string): Promise<ProgramAnswer> {
    const dispatcher = new Agent(this.certificate === undefined ? {} : { connect: { ca: this.certificate } })
    try {
      const { statusCode, headers, body } = await request(this.address + path, {
        dispatcher,
        method: feed === undefined ? 'GET' : 'POST',
        headers: {
          username: this.username,
          password: this.password,
          'user-agent': 'shelf-labels/2.0',
          ...(feed === undefined ? {} : { 'content-type': 'application/xml' }),
        },
        body: feed ?? null,
      })
      return { status: statusCode, headers, text: await body.text() }
    } finally {
      await dispatcher.close()
    }
  }

  /** The text of an element in an answer, such as `feedId` of an acknowledgement. */
  async value(path: string, element: string, feed?: string): Promise<string> {
    const { text } = await this.call(path, feed)
    return new RegExp(`<${element}>([^<]*)</${element}>`).exec(text)?.[1] ?? ''
  }
}

/** Runs a command line in a shell. Rejects if it fails. */
export async function inTerminal(commandLine: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', commandLine])
  return stdout
}
