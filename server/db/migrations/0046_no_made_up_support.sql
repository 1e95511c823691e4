-- The support address that was made up until one was set: nobody reads there, so that it counts as none.
UPDATE "settings" SET "document" = jsonb_set("document", '{supportEmail}', '""')
WHERE "document" ->> 'supportEmail' = 'support@localhost.localdomain';
