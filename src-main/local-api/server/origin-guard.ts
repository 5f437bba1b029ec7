import type { IncomingHttpHeaders } from 'node:http'

/**
 * Refuses what a page in a browser could send us: requests by another name than ours (DNS rebinding) and requests
 * another origin made. Asked before anything else. Returns why, in words, or undefined when the request is fine.
 */
export function refusal(headers: IncomingHttpHeaders, port: number, protocol: 'http' | 'https' = 'http') {
  const names = ['127.0.0.1', 'localhost', '[::1]']
  const defaultPort = protocol === 'https' ? 443 : 80
  const hosts = names.flatMap((name) => [`${name}:${port}`, ...(port === defaultPort ? [name] : [])])
  const { host = '', origin } = headers
  if (!hosts.includes(host.toLowerCase()))
    return `The Host header must be one of ${hosts.join(', ')}: this service answers programs on this computer only.`
  if (origin !== undefined && !hosts.some((own) => origin === `${protocol}://${own}`))
    return 'Requests that carry an Origin of another site are refused: this service is not for web pages.'
  return undefined
}
