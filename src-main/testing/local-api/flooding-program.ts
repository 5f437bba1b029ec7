/**
 * Floods a server with connections, and reopens each closed one a second later, except those that do not
 * read. Arguments: the kind of connections, how many, the scheme, the port, and the headers of correct
 * credentials as JSON. Prints a line when all connections have been opened.
 */
import { createConnection, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

const [how = '', many = '0', scheme = '', port = '0', credentials = '{}'] = process.argv.slice(2)

const headOf = (headers: Record<string, string>, path = '/v2.1/item?q=tea&limit=1000') =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
const correct: Record<string, string> = JSON.parse(credentials)
let guesses = 0
const guess = () => headOf({ ...correct, password: `wrong ${++guesses}` })

const behaviours: Record<string, (socket: Socket) => void> = {
  /** Sends nothing, not even the beginning of a TLS handshake. */
  silent: (socket) => void socket.resume(),
  /** Sends a byte of a header every second. */
  drip(socket) {
    socket.resume().write(`GET /v2/brand HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: `)
    const timer = setInterval(() => socket.write('x'), 1000)
    socket.on('close', () => clearInterval(timer))
  },
  /** Sends another wrong password after each answer. */
  guess(socket) {
    socket.on('data', () => socket.write(guess())).write(guess())
  },
  /** Requests large pages with correct credentials, and reads none. */
  deaf(socket) {
    socket.pause()
    for (let count = 0; count < 5; count++) socket.write(headOf(correct))
  },
}
const behave = behaviours[how]
if (!behave) throw new Error(`Unknown: ${how}`)

// A socket that is not read does not keep the program running.
setInterval(() => {}, 1000)

let opened = 0
function open(): void {
  const at = { host: '127.0.0.1', port: Number(port) }
  let isCounted = false
  const count = () => {
    if (isCounted) return
    isCounted = true
    if (++opened === Number(many)) process.stdout.write('opened\n')
  }
  const socket: Socket =
    scheme === 'https' && how !== 'silent'
      ? connectTls({ ...at, rejectUnauthorized: false }, () => behave?.(socket))
      : createConnection(at, () => behave?.(socket))
  socket.on('connect', count)
  socket.on('error', () => {})
  socket.on('close', () => {
    count()
    if (how !== 'deaf') setTimeout(open, 1000)
  })
}
for (let count = 0; count < Number(many); count++) open()
