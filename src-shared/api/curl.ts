/** A call as a `curl` command with POSIX shell quoting. The password is a placeholder. */
interface CurlCall {
  /** Base address of the service, e.g. `http://127.0.0.1:8642`. */
  address: string
  method: string
  /** Path and query. */
  target: string
  /** Absent for a call that needs no credentials. */
  username?: string | undefined
  /** Path of the saved certificate of an https service. */
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
