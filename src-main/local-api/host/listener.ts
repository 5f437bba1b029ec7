import type { LocalApiErrorCode, LocalApiScheme } from '../../../src-shared/local-api/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { KeyAndCertificate } from './certificate.ts'

/** A server that can listen once, in this process or in others. */
interface ListeningServer {
  listen(at: { port: number }): Promise<{ address: string; port: number }>
  close(): Promise<void>
}

/** A listening server. */
interface Listening {
  server: ListeningServer
  address: string
  port: number
  scheme: LocalApiScheme
  /** The certificate, under https. */
  cert?: string
}

/** Keeps one server listening at a time, at an address that may change. */
export function createListener(options: {
  create(tls: KeyAndCertificate | undefined): ListeningServer
  certificate(): Promise<KeyAndCertificate>
  /** Called before `listen` resolves. */
  onListening(now: Listening): Promise<void>
}) {
  let current: Listening | undefined

  const open = async (port: number, scheme: LocalApiScheme): Promise<Listening> => {
    const tls = scheme === 'https' ? await options.certificate() : undefined
    const server = options.create(tls)
    const { address, port: actual } = await server.listen({ port }).catch(async (error: unknown) => {
      await server.close()
      throw error
    })
    current = { server, address, port: actual, scheme, cert: tls?.cert }
    await options.onListening(current)
    return current
  }
  const openAnywhere = (port: number, scheme: LocalApiScheme): Promise<Listening> =>
    open(port, scheme).catch(() => open(0, scheme))
  const stop = async (): Promise<void> => {
    const stopping = current
    current = undefined
    await stopping?.server.close()
  }

  return {
    current: (): Listening | undefined => current,
    stop,
    /**
     * @param port 0 for any free port
     * @throws PlainError `PORT_TAKEN`, `PORT_FORBIDDEN`; the server then listens as before. If another
     * program took the port during a change of scheme, the server listens on any free port.
     */
    async listen(port: number, scheme: LocalApiScheme): Promise<Listening> {
      const before = current
      // Only a port shared by both schemes must be closed before it is opened again.
      const shared = before?.port === port
      if (shared) await stop()
      try {
        const now = await open(port, scheme)
        if (!shared) await before?.server.close()
        return now
      } catch (error) {
        if (before && shared) await openAnywhere(port, before.scheme)
        throw toPlainPortError(port, error as NodeJS.ErrnoException)
      }
    },
    /** Listens on this port, or on any free one. */
    async listenAnywhere(port: number, scheme: LocalApiScheme): Promise<Listening> {
      await stop()
      return openAnywhere(port, scheme)
    },
  }
}

function toPlainPortError(port: number, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE')
    return new PlainError<LocalApiErrorCode>(
      'PORT_TAKEN',
      say`Port ${port} is in use by another program. Choose another one.`,
    )
  if (error.code === 'EACCES')
    return new PlainError<LocalApiErrorCode>(
      'PORT_FORBIDDEN',
      say`Port ${port} needs more rights than you have. Choose one above 1023.`,
    )
  return error
}
