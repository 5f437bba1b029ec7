import { connect, type Socket } from 'node:net'

interface RawAnswer {
  status: number
  /** The status line and headers as received, without the values of Date and Age. */
  head: string
  body: Buffer
}

/** One connection on which requests are sent byte for byte, one after the other. */
export function rawConnection(port: number): {
  socket: Socket
  /** @throws Error when the connection ends before the answer does */
  ask(request: string): Promise<RawAnswer>
  end(): void
} {
  const socket = connect(port, '127.0.0.1')
  let received = Buffer.alloc(0)
  let failure: Error | undefined
  let arrived = () => {}
  const wake = () => arrived()
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('close', () => {
    failure ??= new Error('the connection has ended')
    wake()
  })
  /** Waits until a complete part has been received, and takes it. */
  const take = async (lengthOf: () => number): Promise<Buffer> => {
    for (;;) {
      const length = lengthOf()
      if (length >= 0 && received.length >= length) {
        const part = received.subarray(0, length)
        received = received.subarray(length)
        return part
      }
      if (failure) throw failure
      await new Promise<void>((resolve) => {
        arrived = resolve
      })
    }
  }
  const upTo = (mark: string) =>
    take(() => {
      const at = received.indexOf(mark)
      return at < 0 ? -1 : at + mark.length
    })
  const chunks = async (): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (;;) {
      const length = Number.parseInt((await upTo('\r\n')).toString(), 16)
      const chunk = await take(() => length + 2)
      if (length === 0) return Buffer.concat(parts)
      parts.push(chunk.subarray(0, length))
    }
  }
  return {
    socket,
    async ask(request) {
      socket.write(request, 'latin1')
      const head = (await upTo('\r\n\r\n')).toString('latin1')
      const status = Number(head.slice(9, 12))
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
      const isEmpty = request.startsWith('HEAD ') || status === 304
      const isChunked = /^transfer-encoding: chunked/im.test(head)
      const body = isEmpty ? Buffer.alloc(0) : isChunked ? await chunks() : await take(() => length)
      return { status, head: head.replace(/^(Date|Age): .*/gm, '$1'), body: Buffer.from(body) }
    },
    end: () => void socket.destroy(),
  }
}

/** The bytes of a request without a body. */
export const rawRequest = (line: string, port: number, headers: Record<string, string>): string => {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`
}
