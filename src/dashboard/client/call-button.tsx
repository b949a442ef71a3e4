// A button that costs money: what it would call and cost is beside it before it can be pressed, and nothing is called
// without a press.
import { useEffect, useState } from 'preact/hooks';
import type { EstimateRequest } from '../api.ts';
import { post } from './api-client.ts';

/** Typing goes on: the estimate follows when it pauses. */
const pauseMs = 300;

export function CallButton(props: {
  request: EstimateRequest;
  title: string;
  /** Shown while the calls are made; null while nothing is. */
  working: string | null;
  disabled: boolean;
  primary?: boolean;
  onPress: () => void;
}) {
  const { request, title, working, disabled, onPress } = props;
  const key = JSON.stringify(request);
  const [known, setKnown] = useState<{ key: string; text: string; possible: boolean } | null>(null);
  useEffect(() => {
    let ended = false;
    const timer = setTimeout(() => {
      post<{ text: string }>('/api/workbench/estimate', request).then(
        ({ text }) => !ended && setKnown({ key, text, possible: true }),
        (error: Error) => !ended && setKnown({ key, text: error.message, possible: false }),
      );
    }, pauseMs);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [key]);
  const isKnown = known?.key === key;
  return (
    <span class="call-button">
      <button
        type="button"
        class={props.primary === true ? 'primary' : ''}
        disabled={disabled || !isKnown}
        onClick={onPress}
      >
        {working ?? title}
      </button>
      <span class="note" role="note">
        {isKnown ? known.text : 'Estimating the calls…'}
      </span>
    </span>
  );
}
