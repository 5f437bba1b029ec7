import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../src-shared/rpc/contract.ts'

export type Calls = ContractRouterClient<typeof contract>

/** The secrets of a signed-in page, as in `src-renderer/rpc/session.ts`. */
interface Pass {
  session: string
  pictureKey: string
}

/** Signs in with a one-time link, as a page does. @returns the procedures that the page can call */
export const callsOf = async (link: string): Promise<Calls> => (await enter(link)).calls

/**
 * Signs in with a one-time link. @returns the calls, and the secrets that sign in another page of the same
 * browser
 */
export async function enter(link: string): Promise<{ calls: Calls; pass: Pass }> {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token')
  const entered = await fetch(new URL('/session', link), { method: 'POST', body: JSON.stringify({ token }) })
  if (!entered.ok) throw new Error(`Not let in: ${await entered.text()}`)
  const pass = (await entered.json()) as Pass
  const rpcLink = new RPCLink({ url: new URL('/rpc', link), headers: headersOf(pass) })
  return { calls: createORPCClient(rpcLink), pass }
}

const headersOf = ({ session }: Pass) => ({ authorization: `Bearer ${session}` })

/** Uploads a file, as a page in a browser does. @returns the path of the stored file until its import */
export async function upload(
  link: string,
  pass: Pass,
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const address = new URL(`/uploads?${new URLSearchParams({ name })}`, link)
  const answer = await fetch(address, { method: 'POST', body, headers: headersOf(pass) })
  if (!answer.ok) throw new Error(`The file was not taken: ${await answer.text()}`)
  return ((await answer.json()) as { file: string }).file
}
