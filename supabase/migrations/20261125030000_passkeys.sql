-- Passkeys as second factors: what they are to sign is nothing that a person is shown of themselves.

update private.personal_data set hidden = '{secret,web_authn_credential,last_webauthn_challenge_data}'
where table_name = 'auth.mfa_factors';
update private.personal_data set hidden = '{otp_code,web_authn_session_data}' where table_name = 'auth.mfa_challenges';
