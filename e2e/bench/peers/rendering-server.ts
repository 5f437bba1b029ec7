/**
 * A service as one would write it with usual parts: fastify, rows of JSON in SQLite, and xmlbuilder2 for the answer. It
 * is told a database, how many items an answer has, and where fastify lies; it says its address in one line.
 */
import { createRequire } from 'node:module'
import BetterSqlite3 from 'better-sqlite3'
import { create } from 'xmlbuilder2'

const [database = '', count = '100', fastifyPackage = ''] = process.argv.slice(2)

/** As much of fastify as is used here; its package lies outside the repository. */
interface Fastify {
  get(path: string, answer: (request: { query: { idx?: string } }, reply: Reply) => unknown): void
  listen(options: { host: string; port: number }): Promise<string>
}
interface Reply {
  type(mime: string): Reply
  send(body: string): Reply
}
const fastify: () => Fastify = createRequire(fastifyPackage)('fastify')
const db = new BetterSqlite3(database, { readonly: true })
const rows = db
  .prepare<[number, number], string>('SELECT value FROM item ORDER BY key LIMIT ? OFFSET ?')
  .pluck()
const server = fastify()
server.get('/item', ({ query: { idx = '0' } }, reply) => {
  const items = rows.all(Number(count), Number(idx)).map((value) => JSON.parse(value))
  const body = create({ encoding: 'UTF-8' }, { items: { '@count': count, item: items } }).end()
  return reply.type('application/xml').send(body)
})
process.stdout.write(`${await server.listen({ host: '127.0.0.1', port: 0 })}\n`)
