/** A device with a passkey, in the process: it signs what a test has it sign, also what an honest browser never would. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Options {
  readonly challenge: string;
}

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer) => bytes.toString('base64url');

export class PasskeyDevice {
  readonly id = randomBytes(32);
  counter = 0;
  private readonly key: KeyObject;
  private readonly cose: Buffer;

  constructor(
    private readonly origin: string,
    private readonly host = new URL(origin).hostname,
  ) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.key = privateKey;
    // A map of COSE: an elliptic key of P-256 for ES256, and its point.
    this.cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** As `navigator.credentials.create` answers. */
  create({ challenge }: Options, origin = this.origin): object {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const data = Buffer.concat([this.authenticatorData(0x41), Buffer.alloc(16), length, this.id, this.cose]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from('59', 'hex'),
      size,
      data,
    ]);
    return this.answer({
      clientDataJSON: base64url(this.clientData('webauthn.create', challenge, origin)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** As `navigator.credentials.get` answers; the counter goes on unless the test sets it. */
  get({ challenge }: Options, origin = this.origin): object {
    this.counter += 1;
    const data = this.authenticatorData(0x01);
    const clientData = this.clientData('webauthn.get', challenge, origin);
    const signature = sign('sha256', Buffer.concat([data, hash(clientData)]), this.key);
    return this.answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    });
  }

  private answer(response: object): object {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authenticatorData(flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([hash(this.host), Buffer.from([flags]), count]);
  }
}
