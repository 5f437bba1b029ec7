/**
 * A service built from common parts: fastify, JSON rows in SQLite, and xmlbuilder2 for the answer. Its
 * arguments are a database, the number of items per answer, and the location of fastify; it prints its
 * address on one line.
 */
import { createRequire } from 'node:module'
import BetterSqlite3 from 'better-sqlite3'
import { create } from 'xmlbuilder2'

const [database = '', count = '100', fastifyPackage = ''] = process.argv.slice(2)

/** The part of fastify that is used here; its package is outside the repository. */
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
