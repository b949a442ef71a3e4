// An endpoint in this process that notes every request and answers as the test says. For what a stage asks and
// does with the answers; how requests go over the wire is the client's, and is tested with a real server.
import type { ChatEndpoint, ChatReply, ChatRequest } from '../../src/endpoints/chat.ts';

export interface RecordedCall {
  readonly sample: number | undefined;
  readonly request: ChatRequest;
  /** The request as bytes would have it. */
  readonly body: string;
}

export interface RecordingEndpoint extends ChatEndpoint {
  /** In the order in which the calls were made. */
  readonly calls: readonly RecordedCall[];
}

/** `answer` gives the content, a part of a reply, or an error to throw; it may wait. */
export function recordingEndpoint(
  answer: (call: RecordedCall) => string | Partial<ChatReply> | Error | Promise<string>,
  { name = 'recording', model = 'some-model' } = {},
): RecordingEndpoint {
  const calls: RecordedCall[] = [];
  return {
    name,
    model,
    calls,
    async chat(request, { sample, signal }) {
      signal.throwIfAborted();
      const call = { sample, request, body: JSON.stringify(request) };
      calls.push(call);
      const answered = await answer(call);
      if (answered instanceof Error) throw answered;
      const reply = typeof answered === 'string' ? { content: answered } : answered;
      return {
        content: '',
        reasoning: null,
        finishReason: 'stop',
        model,
        promptTokens: 10,
        completionTokens: 3,
        logprobs: null,
        ...reply,
      };
    },
    async close() {},
  };
}
