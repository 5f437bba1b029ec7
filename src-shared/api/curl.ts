/**
 * A call as a command line for `curl`, in the quoting of a POSIX shell. The password is a placeholder.
 */
interface CurlCall {
  /** Base address of the service, e.g. `http://127.0.0.1:8642`. */
  address: string
  method: string
  /** Path and query. */
  target: string
  /** Absent: a call that needs no credentials. */
  username?: string | undefined
  /** Where the certificate of an https service was saved. */
  certificate?: string | undefined
}

const passwordPlaceholder = '<PASSWORD>'

export function curlCommand({ address, method, target, username, certificate }: CurlCall): string {
  const upload = method === 'POST' || method === 'PUT'
  const options = [
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['--head'] : [`--request ${quoted(method)}`]),
    ...(certificate === undefined ? [] : [`--cacert ${quoted(certificate)}`]),
    ...(username === undefined
      ? []
      : [
          `--header ${quoted(`username: ${username}`)}`,
          `--header ${quoted(`password: ${passwordPlaceholder}`)}`,
        ]),
    ...(upload ? [`--header ${quoted('Content-Type: application/xml')}`, '--data-binary @feed.xml'] : []),
    quoted(address + target),
  ]
  return `curl ${options.join(' \\\n  ')}`
}

const quoted = (text: string) => (/^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
