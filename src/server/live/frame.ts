/** The longest payloads whose length fits into the first byte of a frame, and into two further ones. */
const shortBytes = 125
const mediumBytes = 0xff_ff

/** One whole text message as a server's frame: final, neither compressed nor masked (RFC 6455, section 5.2). */
export function textFrame(message: Buffer): Buffer {
  const { length } = message
  const head = Buffer.alloc(length <= shortBytes ? 2 : length <= mediumBytes ? 4 : 10)
  head[0] = 0x81
  if (length <= shortBytes) head[1] = length
  else if (length <= mediumBytes) {
    head[1] = 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, message])
}
