/** What a request line asks for. */
export interface RequestTarget {
  /** In the absolute form that programs behind a proxy setting use: the host it names (RFC 9112, 3.2.2). */
  authority?: string
  /** As written, percent-encoded. */
  pathname: string
  query: URLSearchParams
}

/** @param url path and query, or a whole address, as in the request line */
export function requestTarget(url = ''): RequestTarget {
  const { authority, rest = '' } = /^https?:\/\/(?<authority>[^/?]*)(?<rest>[\s\S]*)/i.exec(url)?.groups ?? {
    rest: url,
  }
  const [pathname = '', ...query] = rest.split('?')
  return {
    ...(authority === undefined ? {} : { authority }),
    pathname,
    query: new URLSearchParams(query.join('?')),
  }
}
