/**
 * The hostile service, in a separate process. It sends its address to the parent, which sends the attack to
 * use.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { attacks } from './attacks.ts'
import { soundAnswer } from './catalog-server.ts'

let attack: (typeof attacks)[string] | undefined
let attacked = 0

const server = createServer((incoming, outgoing) => {
  incoming.resume()
  outgoing.on('error', () => undefined)
  const isItems = (incoming.url ?? '').includes('/item')
  if (attack && attack.on === (isItems ? 'items' : 'lookups') && /item|brand/.test(incoming.url ?? '')) {
    attacked++
    void Promise.resolve(attack.answer(outgoing, incoming)).catch(() => outgoing.destroy())
    return
  }
  const body = soundAnswer(incoming)
  if (body === undefined) outgoing.writeHead(404).end()
  else outgoing.writeHead(200, { 'content-type': 'application/xml' }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ address: `http://127.0.0.1:${port}` })
})
process.on('message', ({ name }: { name?: string }) => {
  const answered = attacked
  attack = name === undefined ? undefined : attacks[name]
  attacked = 0
  server.closeAllConnections()
  process.send?.({ attacked: answered })
})
process.on('disconnect', () => process.exit())
