// Which bucket an address names, at which host, and with which keys: `s3://BUCKET/PREFIX` and the variables that the
// AWS command line reads.
import { LateBenchError } from '../errors.ts';

export interface S3Place {
  /** As it may be shown. */
  readonly place: string;
  readonly bucket: string;
  /** Empty, or ends in `/`. */
  readonly prefix: string;
  /** Where the bucket is; names of objects follow. Ends in `/`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function isS3Address(address: string): boolean {
  return address.startsWith('s3://');
}

function endpointOf(env: Environment): string | undefined {
  const name = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].find((one) => (env[one] ?? '') !== '');
  if (name === undefined) return undefined;
  const url = env[name]!;
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url.replace(/\/*$/, '');
  throw new LateBenchError('LB_CONFIG', `${name} ${url}: give an address such as https://s3.example.org`);
}

/** @throws LB_CONFIG for an address that names no bucket, and where the keys are not set */
export function s3Place(address: string, env: Environment = process.env): S3Place {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})(?:\/(.*))?$/.exec(address);
  if (match === null) {
    throw new LateBenchError(
      'LB_CONFIG',
      `${address}: give the address of a bucket such as s3://bucket/prefix; bucket names have 3 to 63 lower-case letters, digits, dots and hyphens`,
    );
  }
  const [, bucket, path = ''] = match;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = env;
  if (accessKeyId === '' || secretAccessKey === '') {
    const message = `${address} needs keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
    throw new LateBenchError('LB_CONFIG', message);
  }
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  const endpoint = endpointOf(env);
  const trimmed = path.replace(/^\/+|\/+$/g, '');
  // Certificates of AWS do not hold for names of buckets with dots.
  const own = bucket!.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}/`
    : `https://${bucket}.s3.${region}.amazonaws.com/`;
  return {
    place: address,
    bucket: bucket!,
    prefix: trimmed === '' ? '' : `${trimmed}/`,
    url: endpoint === undefined ? own : `${endpoint}/${bucket}/`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  };
}
