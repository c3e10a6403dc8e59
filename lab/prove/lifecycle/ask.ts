import http from 'node:http'

/**
 * Sends JSON, or asks for it, on a connection of its own: one kept from before may be closed by the other side just as it is used again,
 * and moving a clock twice is not moving it once.
 */
export function ask(
  method: 'GET' | 'POST',
  url: string,
  body: object | null = null,
  headers: Record<string, string> = {},
): Promise<{ isOk: boolean; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { method, agent: false, headers: { 'content-type': 'application/json', ...headers } }
    const request = http.request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ isOk: response.statusCode === 200, text }))
    })
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
  })
}
